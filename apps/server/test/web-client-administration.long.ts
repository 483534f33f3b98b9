import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import { channelsOf } from './web-client/own-server.js';
import { seenBothWays } from './web-client/seen-both-ways.js';
import { faultsOf, Windows } from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the administration of a service in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
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
  },
);
