import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import { channelsOf, ownServer } from './web-client/own-server.js';
import { seenBothWays } from './web-client/seen-both-ways.js';
import { faultsOf, PHONE, pictureFile, Windows } from './web-client/windows.js';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGOIjr4GRwzIHACdIgxh7s3YKAAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the settings of a server in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('an admin gives the server a picture, which members see at once and which an invite shows', async () => {
      const { page, person, member, serverId, settings } = await ownServer(windows, 'iris');
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

    test('a member gets a role, is timed out and banned; the audit log has it', async () => {
      const { page, person, member, serverId, settings } = await ownServer(windows, 'oscar');
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
      const { page, person, member, serverId, settings } = await ownServer(windows, 'otto');
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
      const { page, person, member, serverId, settings } = await ownServer(windows, 'orla');
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
  },
);
