import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelGroup, convertExport, SOURCES, writeArchive } from '@palaver/core';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { accept, startReceiver } from '../src/outgoing/receiver.fixture.js';
import type { Client } from '../src/testing/client.js';
import { PASSWORD } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, PHONE, pictureFile, Windows } from './web-client/windows.js';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGOIjr4GRwzIHACdIgxh7s3YKAAAAABJRU5ErkJggg==',
  'base64',
);

/** Moves what was picked up one place further up, and waits until the page says where it is. */
async function moveUpOver(page: Page, place: string): Promise<void> {
  // A key moves nothing before the rows are measured, which the page does between two frames.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  );
  await page.keyboard.press('ArrowUp');
  await page.getByText(place).waitFor({ state: 'attached' });
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the settings of a server in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    /** A server of somebody, with a member. */
    async function withServer(name: string) {
      const owner = await windows.openAs(name);
      const { body } = await owner.person.post('/api/servers', { name: 'Acme' });
      const serverId: string = body.data.id;
      const invite = await owner.person.post(`/api/servers/${serverId}/invites`, {});
      const member = await windows.service.person(`${name}-friend`);
      await member.post(`/api/invites/${invite.body.data.code}/accept`);
      return { ...owner, member, serverId, settings: `/servers/${serverId}/settings` };
    }

    const channelsOf = async (person: Client, serverId: string) =>
      (await person.get(`/api/servers/${serverId}/channels`)).body.data;

    test('an admin sorts channels and groups in the sidebar, with the pointer and the keyboard', async () => {
      const { page, person, member, serverId } = await withServer('sara');
      const groups = `/api/servers/${serverId}/groups`;
      for (const name of ['Design', 'Sales']) {
        const group = await person.post(groups, { name });
        for (const number of ['one', 'two']) {
          const channels = `/api/servers/${serverId}/channels`;
          const channel = await person.post(channels, { name: `${name.toLowerCase()}-${number}` });
          await person.patch(`${channels}/${channel.body.data.id}`, { groupId: group.body.data.id });
        }
      }
      const groupNames = async () => {
        const found: ChannelGroup[] = (await person.get(groups)).body.data;
        return found.sort((a, b) => a.position - b.position).map(({ name }) => name);
      };
      await page.goto(`/servers/${serverId}`);
      await page.getByLabel('Message general').waitFor();
      const list = page.getByRole('navigation', { name: 'Channels' });
      const order = () => list.locator('h3, a').allTextContents();
      await list.hover();
      await list.getByRole('button', { name: 'Move Sales' }).waitFor();

      await page.mouse.move(...(await middleOf(list.getByRole('link', { name: /^sales-two/ }))));
      await page.mouse.down();
      await page.mouse.move(...(await middleOf(list.getByRole('link', { name: /^design-two/ }))), {
        steps: 8,
      });
      await page.screenshot({ path: pictureFile('dragging in the sidebar') });
      await page.mouse.up();
      const afterDrag = [
        'Channels',
        'general',
        'Design',
        'design-one',
        'sales-two',
        'design-two',
        'Sales',
        'sales-one',
      ];
      await expect.poll(order).toEqual(afterDrag);
      // No click: the channel that was open still is.
      await page.getByLabel('Message general').waitFor();
      await list.getByRole('link', { name: /^sales-one/ }).focus();
      await page.keyboard.press('Space');
      await page.getByText('sales-one is picked up.').waitFor({ state: 'attached' });
      for (const over of ['Sales', 'design-two']) await moveUpOver(page, `sales-one is over ${over}.`);
      await page.keyboard.press('Escape');
      await expect.poll(order).toEqual(afterDrag);

      await list.getByRole('button', { name: 'Move Sales' }).focus();
      await page.keyboard.press('Space');
      await page.getByText('Sales is picked up.').waitFor({ state: 'attached' });
      // Each key is read at the place that the one before has led to.
      for (const over of ['design-two', 'sales-two', 'design-one', 'Design'])
        await moveUpOver(page, `Sales is over ${over}.`);
      await page.keyboard.press('Space');
      await expect.poll(groupNames).toEqual(['Sales', 'Design']);
      const afterKeys = [
        'Channels',
        'general',
        'Sales',
        'sales-one',
        'Design',
        'design-one',
        'sales-two',
        'design-two',
      ];
      await expect.poll(order).toEqual(afterKeys);
      expect(await faultsOf(page)).toEqual([]);
      await page.reload();
      await expect.poll(order).toEqual(afterKeys);

      await page.goto(`/servers/${serverId}/settings/channels`);
      await page.getByRole('button', { name: 'design-two: one place up' }).click();
      await page.getByRole('button', { name: 'Design: one place up' }).click();
      await expect.poll(groupNames).toEqual(['Design', 'Sales']);
      await page.getByRole('button', { name: 'sales-one: one place up' }).click();
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(`/servers/${serverId}`);
      const bySteps = ['design-one', 'design-two', 'sales-two', 'sales-one'];
      // Its group has no channel any more, and so is not shown.
      await expect.poll(order).toEqual(['Channels', 'general', 'Design', ...bySteps]);

      const named = (channel: { readonly name: string }) => channel.name === 'sales-one';
      const { id: salesOne } = (await channelsOf(person, serverId)).find(named);
      await member.post(`/api/servers/${serverId}/channels/${salesOne}/join`);
      const other = await windows.openWindow();
      await windows.signIn(other, member);
      await other.goto(`/servers/${serverId}`);
      await other.getByLabel('Message general').waitFor();
      const asMember = other.getByRole('navigation', { name: 'Channels' });
      await asMember.hover();
      await asMember.getByRole('link', { name: /^sales-one/ }).waitFor();
      expect(await asMember.getByRole('button', { name: /^Move / }).count()).toBe(0);
    });

    test('channels are sorted by the keyboard, put into groups, and changed', async () => {
      const { page, person, serverId, settings } = await withServer('olivia');
      await person.post(`/api/servers/${serverId}/channels`, { name: 'second' });
      await page.goto(`${settings}/channels`);
      await page.getByRole('button', { name: 'Move general' }).focus();
      await page.keyboard.press('Space');
      await page.getByText('general is picked up.').waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowDown');
      await page.getByText('general is over second.').waitFor({ state: 'attached' });
      await page.keyboard.press('Space');
      await expect
        .poll(async () => (await channelsOf(person, serverId)).map(({ name }: { name: string }) => name))
        .toEqual(['second', 'general']);

      await page.getByRole('button', { name: 'New group' }).click();
      await page.getByLabel('Name of the group').fill('Projects');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('region', { name: 'Projects' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);

      await page.getByRole('button', { name: 'Channel settings: second' }).click();
      await page.getByLabel('Topic').fill('Second thoughts');
      await page.getByLabel('Slow mode').selectOption('30 seconds');
      await page.getByLabel('Who may post').selectOption('Moderator');
      await page.getByLabel('Joined by default').check();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await channelsOf(person, serverId))[0]).toMatchObject({
        topic: 'Second thoughts',
        slowModeSeconds: 30,
        postingRole: 'moderator',
        joinedByDefault: true,
      });

      await page.getByRole('button', { name: 'Channel settings: second' }).click();
      await page.getByLabel('Keep messages').selectOption('30 days');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await channelsOf(person, serverId))[0]).toMatchObject({ retentionDays: 30 });
      await page.goto(settings);
      await page.getByLabel('Keep messages').selectOption('365 days');
      await expect
        .poll(async () => (await person.get(`/api/servers/${serverId}`)).body.data.retentionDays)
        .toBe(365);
      await page.getByLabel('Who can read earlier texts').selectOption('Nobody');
      await expect
        .poll(async () => (await person.get(`/api/servers/${serverId}`)).body.data.editHistory)
        .toBe('nobody');
      await page.screenshot({ path: pictureFile('who reads earlier texts') });
      expect(await faultsOf(page)).toEqual([]);
      await page.goto(`${settings}/channels`);

      await page.getByRole('button', { name: 'Channel settings: general' }).click();
      await page.getByRole('button', { name: 'Permissions' }).click();
      await page.getByLabel('Post: Bots').selectOption('Denied');
      await page.getByLabel('Delete messages of others: Members').selectOption('Allowed');
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect((await channelsOf(person, serverId))[1].permissionOverrides).toEqual([
        { role: 'bot', permission: 'post', allow: false },
        { role: 'member', permission: 'manageMessages', allow: true },
      ]);
      await page.getByRole('button', { name: 'Channel settings: general' }).click();
      await page.getByRole('button', { name: 'Permissions' }).click();
      expect(await page.getByLabel('Post: Bots').inputValue()).toBe('deny');
    });

    test('an admin gives the server a picture, which members see at once and which an invite shows', async () => {
      const { page, person, member, serverId, settings } = await withServer('iris');
      const other = await windows.openWindow();
      await windows.signIn(other, member);
      await other.goto(settings);
      const railOf = (on: Page) => on.getByRole('link', { name: 'Acme' }).first().locator('img');
      await page.goto(settings);
      await page.getByRole('button', { name: 'Change picture' }).click();
      await page
        .getByLabel('Choose a picture')
        .setInputFiles({ name: 'acme.png', mimeType: 'image/png', buffer: PICTURE });
      await page.getByLabel('Zoom').waitFor();
      await page.screenshot({ path: pictureFile('a picture of a server is chosen') });
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Use this part' }).click();
      await page.getByRole('button', { name: 'Remove picture' }).waitFor();
      const { iconPath } = (await person.get(`/api/servers/${serverId}`)).body.data;
      expect(iconPath).toMatch(/^\/api\/icons\//);
      await page.screenshot({ path: pictureFile('the picture of a server') });
      expect(await faultsOf(page)).toEqual([]);

      await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(await other.getByRole('button', { name: 'Change picture' }).count()).toBe(0);
      for (const on of [page, other]) {
        await on.goto(`/servers/${serverId}`);
        await railOf(on).waitFor();
        expect(await railOf(on).getAttribute('src')).toBe(iconPath);
        // It is there, and not a broken picture.
        const width = `document.querySelector('nav img[src="${iconPath}"]')?.naturalWidth ?? 0`;
        await expect.poll(() => on.evaluate<number>(width)).toBeGreaterThan(0);
      }
      await page.screenshot({ path: pictureFile('the picture of a server in the list') });
      const { code } = (await person.post(`/api/servers/${serverId}/invites`, {})).body.data;
      const stranger = await windows.openWindow();
      await stranger.goto(`/invites/${code}`);
      await stranger.locator(`img[src="${iconPath}"]`).waitFor();

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(settings);
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('button', { name: 'Remove picture' }).waitFor();
      await page.screenshot({ path: pictureFile('the picture of a server on a phone') });
      await page.getByRole('button', { name: 'Remove picture' }).click();
      await page.getByRole('button', { name: 'Remove picture' }).waitFor({ state: 'detached' });
      await railOf(other).waitFor({ state: 'detached' });
    });

    test('webhooks: one posts to a channel, events go to another address', async () => {
      const { page, person, serverId, settings } = await withServer('wanda');
      const [channel] = await channelsOf(person, serverId);
      await page.goto(`${settings}/webhooks`);
      await page.getByRole('button', { name: 'New incoming webhook' }).click();
      await page.getByLabel('Name of its messages').fill('Builds');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const url = String(await page.getByRole('status', { name: 'URL of Builds' }).textContent());
      const posted = await fetch(url.replace(/^https?:\/\/[^/]+/, windows.service.url), {
        method: 'POST',
        body: JSON.stringify({
          text: 'Build 7 is green',
          username: 'Robot',
          icon_url: 'https://third-party.example/icon.png',
          attachments: [{ title: 'Chart', image_url: 'https://third-party.example/chart.png' }],
        }),
      });
      expect(posted.status).toBe(200);
      await page.keyboard.press('Escape');
      await page.getByRole('listitem').filter({ hasText: 'Builds' }).waitFor();

      const receiver = await startReceiver();
      onTestFinished(() => receiver.stop());
      receiver.behave((_call, res) => void res.writeHead(500).end());
      const address = `${receiver.url}/hooks`;
      await page.getByRole('button', { name: 'New outgoing webhook' }).click();
      await page.getByLabel('Address').fill(address);
      await page.getByLabel('member.joined').check();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('status', { name: `Secret of ${address}` }).waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Try out' }).click();
      const [refused] = await receiver.until('/hooks', 1);
      receiver.behave(accept);
      await page.getByRole('button', { name: 'Try out' }).click();
      await page.getByRole('button', { name: 'Deliveries' }).click();
      const dialog = page.getByRole('dialog', { name: `Deliveries to ${address}` });
      const list = dialog.getByRole('list', { name: 'Deliveries' });
      const refresh = dialog.getByRole('button', { name: 'Refresh' });
      const afterRefresh = (text: RegExp) =>
        expect
          .poll(async () => {
            await refresh.click();
            return list.getByText(text).count();
          })
          .toBeGreaterThan(0);
      await afterRefresh(/^Delivered · status 204 · /);
      await seenBothWays(page, 'deliveries of a webhook');
      const before = receiver.received.length;
      await list.getByRole('button', { name: 'Send again' }).first().click();
      const calls = await receiver.until('/hooks', before + 1);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      expect(refused?.type).toBe('webhook.ping');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Disabled').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      const { body } = await person.get(`/api/servers/${serverId}/webhooks/outgoing`);
      expect(body.data).toMatchObject([{ eventTypes: ['message.created', 'member.joined'], enabled: false }]);
      await page.getByRole('button', { name: 'Delete' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('There are no webhooks.').waitFor();

      const hosts = new Set<string>();
      page.on('request', (request) => void hosts.add(new URL(request.url()).host));
      await page.goto(`/servers/${serverId}/channels/${channel.id}`);
      const message = page.getByRole('article', { name: /^Robot, / });
      await message.getByText('Build 7 is green').waitFor();
      await message.getByText('WEBHOOK').waitFor();
      await message.getByRole('link', { name: 'Image' }).waitFor();
      expect([...hosts]).toEqual([new URL(windows.service.url).host]);
    });

    test('secrets of webhooks that somebody knows who is banned are stopped, and one press gives new ones', async () => {
      const { page, person, member, serverId, settings } = await withServer('xenia');
      const [channel] = await channelsOf(person, serverId);
      await person.patch(`/api/servers/${serverId}/members/${member.id}`, { role: 'admin' });
      const made = await member.post(`/api/channels/${channel.id}/webhooks`, { name: 'Builds' });
      await member.post(`/api/servers/${serverId}/webhooks/outgoing`, {
        url: 'https://example.com/hooks',
        eventTypes: ['message.created'],
      });
      const old = String(made.body.data.url).replace(/^https?:\/\/[^/]+/, windows.service.url);
      await page.goto(`${settings}/webhooks`);
      await page.getByRole('listitem').filter({ hasText: 'Builds' }).waitFor();
      expect(await page.getByText('Secrets that somebody knows').count()).toBe(0);

      await page.goto(`${settings}/members`);
      await page.getByLabel('Role of xenia-friend').selectOption('Member');
      await page.getByText('Secrets that somebody knows').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('members, and secrets that one knows') });
      await page.getByRole('link', { name: 'Look at the webhooks' }).click();
      const list = page.getByRole('list', { name: 'Secrets that somebody knows' });
      await list.getByText('xenia-friend may not manage it any more').first().waitFor();
      await person.put(`/api/servers/${serverId}/bans/${member.id}`, {});
      await page.reload();
      const banned = list.getByText('xenia-friend is banned · Stopped');
      await banned.first().waitFor();
      expect(await banned.count()).toBe(2);
      await page.getByText('Stopped: it needs a new URL').waitFor();
      await page.getByText('Disabled: somebody knows its secret').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('secrets that somebody knows') });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('secrets that somebody knows, phone') });
      expect((await fetch(old, { method: 'POST', body: '{"text":"forged"}' })).status).toBe(404);

      await page.getByRole('button', { name: 'New secrets for all' }).click();
      const url = String(await page.getByRole('status', { name: 'URL of Builds' }).textContent());
      await page.getByRole('status', { name: 'Secret of example.com' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('new secrets, phone') });
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      const posted = await fetch(url.replace(/^https?:\/\/[^/]+/, windows.service.url), {
        method: 'POST',
        body: JSON.stringify({ text: 'Build 8 is green' }),
      });
      expect(posted.status).toBe(200);
    });

    test('a member gets a role, is timed out and banned; the audit log has it', async () => {
      const { page, person, member, serverId, settings } = await withServer('oscar');
      await page.goto(`${settings}/members`);
      await page.getByLabel('Role of oscar-friend').selectOption('Moderator');
      await expect.poll(async () => (await member.get(`/api/servers/${serverId}/reports`)).status).toBe(200);
      await page.getByRole('button', { name: 'More for oscar-friend' }).click();
      await page.getByRole('menuitem', { name: 'Time out' }).click();
      await page.getByLabel('For how long').selectOption('5 minutes');
      await page.getByRole('button', { name: 'Time out' }).click();
      await page.getByText(/Timed out until/).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'More for oscar-friend' }).click();
      await page.getByRole('menuitem', { name: 'Ban' }).click();
      await page.getByLabel('Reason (moderators see it)').fill('Spam');
      await page.getByRole('button', { name: 'Ban', exact: true }).click();
      await page.getByLabel('Role of oscar-friend').waitFor({ state: 'detached' });
      await page.goto(`${settings}/audit-log`);
      await page.getByText(/^oscar_\d+ banned oscar-friend$/).waitFor();
      await page.getByText(/^oscar_\d+ changed the role of oscar-friend$/).waitFor();
      await page.getByText(/Before: Member · Now: Moderator$/).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await seenBothWays(page, 'audit log of a server');
      await page.goto(`${settings}/bans`);
      await page.getByText('Without an end · Spam').waitFor();
      await page.getByRole('button', { name: 'End the ban' }).click();
      await page.getByText('Nobody is banned.').waitFor();
      expect((await person.get(`/api/servers/${serverId}/bans`)).body.data).toEqual([]);
    });

    test('reports, emoji, user groups and invites', async () => {
      const { page, person, member, serverId, settings } = await withServer('otto');
      const [general] = await channelsOf(person, serverId);
      const { body } = await member.post(`/api/channels/${general.id}/messages`, { content: 'Buy this now' });
      const reporter = await windows.service.person('otto-reporter');
      const invite = await person.post(`/api/servers/${serverId}/invites`, { maxUses: 1 });
      await reporter.post(`/api/invites/${invite.body.data.code}/accept`);
      await reporter.post(`/api/messages/${body.data.id}/reports`, { reason: 'An advertisement' });
      await page.goto(`${settings}/reports`);
      await page.getByText('Reason: An advertisement').waitFor();
      await page.getByText('Buy this now').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete the message and settle' }).click();
      await page.getByText('Nothing here.').waitFor();
      expect((await person.get(`/api/messages/${body.data.id}`)).status).toBe(404);

      await page.goto(`${settings}/emoji`);
      await page.getByRole('button', { name: 'Add an emoji' }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByLabel('Image')
        .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: PICTURE });
      await dialog.getByLabel('Name').fill('not a name!');
      await dialog.getByRole('button', { name: 'Add an emoji' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Name').fill('parrot');
      await dialog.getByRole('button', { name: 'Add an emoji' }).click();
      await page.getByText(':parrot:').waitFor();

      await page.goto(`${settings}/groups`);
      await page.getByRole('button', { name: 'New user group' }).click();
      await page.getByLabel('Handle').fill('designers');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText('@designers · 0 members').waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Members' }).click();
      await page.getByLabel('Add a member').first().fill('otto-fr');
      await page.getByRole('button', { name: 'Add a member' }).click();
      await page.getByRole('list', { name: 'Members of designers' }).getByText('@otto-friend').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('@designers · 1 member').waitFor();

      await page.goto(`${settings}/invites`);
      await page.getByText('Used up or expired').waitFor();
      await page.getByRole('button', { name: 'New invite' }).click();
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByText(/expires in/).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    });

    test('a plain member sees what they may do, and leaves; the owner deletes the server', async () => {
      const { page, person, member, serverId, settings } = await withServer('orla');
      const theirs = await windows.openWindow(PHONE);
      const refused: string[] = [];
      theirs.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
      });
      await windows.signIn(theirs, member);
      await theirs.goto(settings);
      await theirs.getByRole('link', { name: 'Members' }).waitFor();
      expect(await theirs.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
      expect(await faultsOf(theirs)).toEqual([]);
      await person.patch(`/api/servers/${serverId}/members/${member.id}`, { role: 'admin' });
      await theirs.getByRole('link', { name: 'Audit log' }).waitFor();
      await person.patch(`/api/servers/${serverId}/members/${member.id}`, { role: 'member' });
      await theirs.getByRole('link', { name: 'Audit log' }).waitFor({ state: 'detached' });
      expect(refused).toEqual([]);
      await theirs.getByRole('link', { name: 'Overview' }).click();
      await theirs.getByRole('button', { name: 'Leave the server' }).click();
      await theirs.getByRole('dialog').getByRole('button', { name: 'Leave the server' }).click();
      await theirs.getByRole('heading', { name: 'Start with a server' }).waitFor();

      await page.goto(`${settings}/overview`);
      await page.getByRole('button', { name: 'Delete the server' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Type Acme to confirm').fill('Acne');
      await dialog.getByRole('button', { name: 'Delete the server' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Type Acme to confirm').fill('Acme');
      await dialog.getByRole('button', { name: 'Delete the server' }).click();
      await page.getByRole('heading', { name: 'Start with a server' }).waitFor();
      expect((await person.get(`/api/servers/${serverId}`)).status).toBe(404);
    });

    test('an admin of the service makes an account, and deactivates it', async () => {
      const { page, person } = await windows.openAs('adele');
      await windows.service.asOperator('PATCH', `/api/admin/users/${person.id}`, { admin: true });
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Administration' }).click();
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByLabel('Username', { exact: true }).fill('made-by-adele');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const password =
        (await page.getByRole('status', { name: 'Password of made-by-adele' }).textContent()) ?? '';
      await page.keyboard.press('Escape');
      const login = { username: 'made-by-adele', password };
      expect((await windows.service.client(null).post('/api/auth/login', login)).status).toBe(200);
      await page.getByLabel(/^Find by/).fill('made-by');
      await page.getByRole('button', { name: 'More for made-by-adele' }).click();
      await page.getByRole('menuitem', { name: 'Deactivate' }).click();
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await page.getByText('Deactivated').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      expect((await windows.service.client(null).post('/api/auth/login', login)).body.code).toBe(
        'ACCOUNT_DEACTIVATED',
      );

      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByLabel('What it is for').fill('Shop');
      await page.getByLabel('Messages: write').check();
      await page.getByLabel('Administration: read').check();
      await seenBothWays(page, 'creating an API key');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const token = (await page.getByRole('status', { name: 'Token of Shop' }).textContent()) ?? '';
      await page.keyboard.press('Escape');
      await page.getByText(/^Messages \(write\), Administration \(read\) · made by adele_/).waitFor();
      await seenBothWays(page, 'API keys');
      const withKey = () => windows.service.client(token).get('/api/admin/servers');
      expect((await withKey()).status).toBe(200);
      await page.getByRole('button', { name: 'Revoke: Shop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('There are no API keys.').waitFor();
      expect((await withKey()).status).toBe(401);

      const { body } = await person.post('/api/servers', { name: 'Adele & Co' });
      const [channel] = await channelsOf(person, body.data.id);
      await person.post(`/api/servers/${body.data.id}/channels/${channel.id}/erase`, {});
      await page.getByRole('link', { name: 'Servers' }).click();
      await page.getByLabel('Find by the beginning of the name').fill('Adele &');
      const hold = page.getByRole('button', { name: 'Put on hold' });
      // The list of all servers is shown until those that were asked for are there.
      await expect.poll(() => hold.count()).toBe(1);
      await hold.click();
      await page.getByLabel('Reason (other admins see it)').fill('Case 7');
      await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
      await page.getByRole('link', { name: 'Legal holds' }).click();
      await page.getByText('The server Adele & Co').waitFor();
      await page.getByText(/^Case 7 · by adele_\d+ · /).waitFor();
      await page.getByRole('button', { name: 'Put a channel on hold' }).click();
      await page.getByLabel('Id of the channel').fill(channel.id);
      await page.getByLabel('Reason (other admins see it)').fill('Case 8');
      await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
      await page.getByText(`The channel ${channel.id}`).waitFor();
      await seenBothWays(page, 'legal holds');
      const ofChannel = page.getByRole('listitem').filter({ hasText: 'Case 8' });
      await ofChannel.getByRole('button', { name: 'Lift' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click();
      await ofChannel.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Erasures' }).click();
      await page.getByText(`Messages of the channel ${channel.id} in Adele & Co`).waitFor();
      await seenBothWays(page, 'erasures');

      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByText(/^adele_\d+ put a hold on Adele & Co$/).waitFor();
      await page.getByText(/^adele_\d+ revoked the API key Shop$/).waitFor();
      await page.getByText(/^adele_\d+ deactivated made-by-adele$/).waitFor();
      await page.getByText(/^adele_\d+ created the account made-by-adele$/).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await seenBothWays(page, 'audit log of the service');
    });

    test('an admin of the service sees how it is run', async () => {
      const { page, person } = await windows.openAs('carla');
      await windows.service.asOperator('PATCH', `/api/admin/users/${person.id}`, { admin: true });
      await page.goto('/admin/configuration');
      await page.getByText('RATE_BURST', { exact: true }).waitFor();
      await page.getByText('10000', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Check now' }).click();
      await page.getByRole('listitem').filter({ hasText: 'Postgres' }).getByText('In order').waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Backup' }).getByText('Warning').waitFor();
      await page.getByLabel(/^To \(your own/).fill('ops@example.com');
      await page.getByRole('button', { name: 'Send a test mail' }).click();
      await page.getByText('This service sends no e-mail.').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await seenBothWays(page, 'configuration');
    });

    test('an admin of the service checks an archive, imports it, and lets its people in', async () => {
      const { page, person } = await windows.openAs('ida');
      await windows.service.asOperator('PATCH', `/api/admin/users/${person.id}`, { admin: true });
      const folder = await mkdtemp(join(tmpdir(), 'palaver-import-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const [archive, broken] = [join(folder, 'acme.zip'), join(folder, 'broken.zip')];
      await writeConverted(join(folder, 'export.jsonl'), archive);
      await writeFile(broken, 'no zip');
      await page.goto('/admin/imports');
      const choose = (path: string) => page.getByLabel('Archive (.zip)').setInputFiles(path);
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

      await choose(broken);
      await press('Import');
      await page.getByRole('alert').getByText('The zip is damaged').waitFor();
      await page.getByText('It cannot be imported').first().waitFor();

      await choose(archive);
      await press('Check');
      await page.getByRole('status').getByText('Checked: it can be imported').waitFor();
      const row = page.getByRole('row', { name: /^post/ });
      expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '1', '1', '0']);
      await page.getByText('People who write and become no members: 2').click();
      await page.getByText('guest-of-import').waitFor();
      await page.screenshot({ path: pictureFile('a checked archive'), fullPage: true });
      await page.reload();
      await page.getByRole('listitem').filter({ hasText: 'Checked' }).getByRole('button').first().click();
      await row.waitFor();

      await choose(archive);
      await press('Import');
      await page.getByRole('heading', { name: 'Let people in' }).waitFor();
      const download = page.waitForEvent('download');
      await press('Download a list of links');
      const csv = await readFile(await (await download).path(), 'utf8');
      await page.getByText('Links in the list: 2').waitFor();
      const link = /"member-of-import","","(http[^"]+)"/.exec(csv)?.[1] ?? '';
      const theirs = await windows.openWindow();
      await theirs.goto(link);
      await theirs.getByLabel('New password').fill(PASSWORD);
      await theirs.getByRole('button', { name: 'Set the password' }).click();
      await theirs.getByText('Your password is set').waitFor();
      const login = { username: 'member-of-import', password: PASSWORD };
      expect((await windows.service.client(null).post('/api/auth/login', login)).status).toBe(200);

      await choose(archive);
      await press('Import');
      await page.getByText('The server is here already.').waitFor();
      await page.getByRole('status').getByText('messages: 0').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ path: pictureFile('an import on a phone'), fullPage: true });
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(overflow)).toBe(0);
    });
  },
);

/** Writes an archive of a small export of Mattermost. */
async function writeConverted(exported: string, archive: string): Promise<void> {
  const user = (username: string, roles = 'system_user') => ({
    type: 'user',
    user: { username, roles, teams: [{ name: 'import', roles: 'team_user', channels: [{ name: 'town' }] }] },
  });
  const post = (by: string, message: string) => ({
    type: 'post',
    post: { team: 'import', channel: 'town', user: by, message, create_at: 1_700_000_000_000 },
  });
  const lines = [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'import', display_name: 'Import', type: 'O' } },
    { type: 'channel', channel: { team: 'import', name: 'town', display_name: 'Town', type: 'O' } },
    user('owner-of-import', 'system_admin system_user'),
    user('member-of-import'),
    user('guest-of-import', 'system_guest'),
    post('member-of-import', 'hello'),
    post('nobody-of-import', 'x'.repeat(50_000)),
  ];
  await writeFile(exported, lines.map((line) => JSON.stringify(line)).join('\n'));
  const reader = await SOURCES.mattermost(exported, null);
  const options = { serverName: null, installation: 'https://web.example.com', writtenBy: 'a test' };
  const conversion = await convertExport(reader, { ...options, now: new Date() });
  await writeArchive(conversion, createWriteStream(archive));
  await conversion.close();
}

/** Keeps a picture of a page at the size of a desk, and one at that of a phone. */
async function seenBothWays(page: Page, title: string): Promise<void> {
  await page.screenshot({ path: pictureFile(title) });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page)).toEqual([]);
  await page.screenshot({ path: pictureFile(`${title}, phone`) });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Where the pointer has to be for an element. */
async function middleOf(element: Locator): Promise<[number, number]> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not shown');
  return [box.x + box.width / 2, box.y + box.height / 2];
}
