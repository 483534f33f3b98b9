import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, message, PHONE, pictureFile, Windows, write } from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'people, invites and devices in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('an invite: who has an account accepts it, who is in goes on, and one that is gone says so', async () => {
      const { invite } = await windows.withServer('ines');
      const { page: other, person } = await windows.openAs('ivo');
      await other.goto(invite);
      await other.getByRole('heading', { name: 'You are invited to Acme' }).waitFor();
      await other.getByRole('button', { name: 'Accept the invite' }).click();
      await other.getByRole('textbox', { name: 'Message general' }).waitFor();
      await other.goto(invite);
      await other.getByRole('textbox', { name: 'Message general' }).waitFor();

      const serverId = new URL(other.url()).pathname.split('/')[2];
      const { body } = await person.post(`/api/servers/${serverId}/invites`, { maxUses: 1 });
      const stranger = await windows.openWindow();
      await stranger.goto(`/invites/${body.data.code}`);
      await stranger.getByRole('link', { name: 'Create account' }).click();
      await stranger.getByLabel('Username').fill('ida_last');
      await stranger.getByLabel('Password').fill(PASSWORD);
      await person.delete(`/api/servers/${serverId}/invites/${body.data.code}`);
      await stranger.getByRole('button', { name: 'Create account' }).click();
      await stranger.getByText('This invite does not exist any more.').waitFor();

      const late = await windows.openWindow(PHONE);
      await late.goto(`/invites/${body.data.code}`);
      await late.getByText('This invite does not exist any more.').waitFor();
      expect(await faultsOf(late)).toEqual([]);
      await late.getByRole('link', { name: 'Sign in' }).click();
      await late.getByLabel('Password').waitFor();
      expect(new URL(late.url()).search).toBe('');
    });

    test('what is written offline is shown at once, survives a reload, and is sent once', async () => {
      const { page } = await windows.withServer('carol');
      await write(page, 'Before');
      await expect.poll(() => message(page, 'Before').getAttribute('aria-busy')).toBeNull();
      await page.context().setOffline(true);
      await write(page, 'While offline');
      await message(page, 'While offline').waitFor();
      await page.getByText(/^Offline since/).waitFor();
      await page.context().setOffline(false);
      await page.reload();
      await expect.poll(() => message(page, 'While offline').getAttribute('aria-busy')).toBeNull();
      await expect.poll(() => message(page, 'While offline').count()).toBe(1);
      await message(page, 'Before').waitFor();
    });

    test('what is typed is there after a reload, and for nobody else on the device', async () => {
      const { page } = await windows.withServer('ivan');
      const box = page.getByRole('textbox', { name: 'Message general' });
      await box.fill('Half a thought');
      await page.reload();
      await expect.poll(() => box.inputValue()).toBe('Half a thought');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();
      expect(await page.evaluate("Object.values(localStorage).join().includes('Half a thought')")).toBe(
        false,
      );
    });

    test('whose name looks like an older one is marked where both are', async () => {
      const { page, person } = await windows.openAs('vera');
      const other = await windows.service.person('otto');
      await person.patch('/api/users/me', { displayName: 'Vera Lang' });
      await other.patch('/api/users/me', { displayName: 'Vеra Lang' });
      const { body: server } = await person.post('/api/servers', { name: 'Acme' });
      const serverId = server.data.id;
      const { body: invite } = await person.post(`/api/servers/${serverId}/invites`, {});
      await other.post(`/api/invites/${invite.data.code}/accept`);
      const { body: channels } = await person.get(`/api/servers/${serverId}/channels`);
      const channelId = channels.data[0].id;
      for (const [who, content] of [[person, 'Mine'] as const, [other, 'Theirs'] as const])
        await who.post(`/api/channels/${channelId}/messages`, { content });
      const { body: me } = await person.get('/api/users/me');
      const name = `Looks like the name of @${me.data.username}, whose account is older`;
      const marks = (within: Locator) => within.getByRole('img', { name });

      await page.goto(`/servers/${serverId}/channels/${channelId}`);
      await marks(message(page, 'Theirs')).waitFor();
      expect(await marks(message(page, 'Mine')).count()).toBe(0);
      await page.getByRole('button', { name: 'Members' }).click();
      await marks(page.getByRole('complementary')).waitFor();
      expect(await marks(page.getByRole('complementary')).count()).toBe(1);
      await page.getByRole('textbox', { name: 'Message general' }).fill('@V');
      await marks(page.getByRole('listbox')).waitFor();
      await page.screenshot({ path: pictureFile('a name that looks like another') });
      expect(await faultsOf(page)).toEqual([]);

      await page.goto('/dms');
      await page.getByRole('button', { name: 'New direct message' }).first().click();
      await page.getByLabel('Names').fill('Lang');
      await marks(page.getByRole('dialog')).waitFor();
      expect(await marks(page.getByRole('dialog')).count()).toBe(1);

      await page.goto(`/servers/${serverId}/settings/members`);
      await marks(page.getByRole('list', { name: 'Members' })).waitFor();
      expect(await marks(page.getByRole('list', { name: 'Members' })).count()).toBe(1);
    });

    test('two devices agree on what is read', async () => {
      const dave = await windows.withServer('dave');
      const erin = await windows.openWindow();
      const name = await windows.register(erin, 'erin', dave.invite);
      await erin.getByLabel('Message general').waitFor();
      await erin.getByRole('link', { name: 'Direct messages' }).click();
      await write(dave.page, `For @${name}`);
      await erin.getByRole('link', { name: 'Acme, 1 mention' }).waitFor();

      const phone = await windows.openWindow(PHONE);
      await phone.goto('/login');
      await phone.getByLabel('Username or e-mail').fill(name);
      await phone.getByLabel('Password').fill(PASSWORD);
      await phone.getByRole('button', { name: 'Sign in' }).click();
      // Who signs in lands where something waits.
      await message(phone, `For @${name}`).waitFor();
      await erin.getByRole('link', { name: 'Acme', exact: true }).waitFor();
    });

    test('somebody is found by name, and a message by its words; the keyboard leads anywhere', async () => {
      const grace = await windows.withServer('grace');
      const heidi = await windows.openWindow();
      await windows.register(heidi, 'heidi', grace.invite);
      await heidi.getByRole('textbox', { name: 'Message general' }).waitFor();
      await heidi.getByRole('link', { name: 'Direct messages' }).click();
      await heidi.getByRole('button', { name: 'New direct message' }).click();
      await heidi.getByLabel('Names').fill('grac');
      await heidi.getByRole('dialog').getByRole('option', { name: grace.username }).click();
      await heidi.getByRole('button', { name: 'Open the conversation' }).click();
      await write(heidi, 'Just us two', `Message ${grace.username}`);
      await grace.page.getByRole('link', { name: 'Direct messages, 1 mention' }).waitFor();

      await heidi.keyboard.press('Control+k');
      await expect
        .poll(() => heidi.getByRole('combobox').evaluate('document.activeElement.role'))
        .toBe('combobox');
      await heidi.keyboard.type('gen');
      await heidi.keyboard.press('Enter');
      await write(heidi, 'A needle');
      for (let n = 0; n < 3; n++) await write(heidi, `Hay ${n} ${'.\n'.repeat(30)}`);
      await expect.poll(() => message(heidi, 'Hay 2').getAttribute('aria-busy')).toBeNull();
      await grace.page.getByRole('button', { name: 'Search', exact: true }).click();
      await grace.page.getByRole('combobox', { name: 'Search' }).fill('needle -from:nobody');
      await grace.page.keyboard.press('Enter');
      await grace.page.getByRole('button', { name: /A needle/ }).click();
      await expect.poll(() => message(grace.page, 'A needle').getAttribute('data-target')).toBe('true');
      expect(await message(grace.page, 'A needle').isVisible()).toBe(true);
    });

    test('asks for nothing from anywhere else, and its policy allows no inline script', async () => {
      const page = await windows.openWindow();
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      const answer = await page.goto('/register');
      await page.getByLabel('Username').waitFor();
      expect(requested.filter((url) => !url.startsWith(windows.service.url))).toEqual([]);
      expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
    });

    test.each(['dark', 'light', 'contrast'])(
      'has no fault that axe finds, in the theme %s',
      async (theme) => {
        const { page } = await windows.withServer('frank');
        await page.evaluate(`localStorage.setItem('palaver:theme', '${theme}')`);
        await page.reload();
        await write(page, 'A `code`, a [link](https://example.org)\n\n```js\nconst n = 1; // one\n```');
        await message(page, 'const n = 1').waitFor();
        await page.getByRole('button', { name: 'Members' }).click();
        expect(await faultsOf(page)).toEqual([]);
        await page.getByRole('button', { name: 'Create a channel' }).click();
        await page.getByRole('dialog').waitFor();
        expect(await faultsOf(page)).toEqual([]);
        await page.evaluate(`localStorage.removeItem('palaver:session')`);
        await page.goto('/login');
        await page.getByLabel('Password').waitFor();
        expect(await faultsOf(page)).toEqual([]);
      },
    );
  },
);
