import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { accept, startReceiver } from '../src/outgoing/receiver.fixture.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { channelsOf, ownServer } from './web-client/own-server.js';
import { seenBothWays } from './web-client/seen-both-ways.js';
import { faultsOf, pictureFile, Windows } from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the webhooks of a server in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('webhooks: one posts to a channel, events go to another address', async () => {
      const { page, person, serverId, settings } = await ownServer(windows, 'wanda');
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
      const { page, person, member, serverId, settings } = await ownServer(windows, 'xenia');
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
  },
);
