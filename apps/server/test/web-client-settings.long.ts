import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { faultsOf, PHONE, pictureFile, WITHOUT_WORKER, Windows } from './web-client/windows.js';

/** A picture of one colour, twice as wide as high. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGOIjr4GRwzIHACdIgxh7s3YKAAAAABJRU5ErkJggg==',
  'base64',
);

/** The code of an authenticator app (RFC 6238) for a secret in base32. */
function totp(secret: string, at = Date.now()): string {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const text = bits.map((value) => value.toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash[19] ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the settings of a person in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' }).first().waitFor();

    test('profile: names, a status with an end, and a picture that is cropped', async () => {
      const { page, person } = await windows.openAs('paula');
      await page.goto('/');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'All settings…' }).click();
      await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
      await page.getByLabel('Display name').fill('Paula P.');
      await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
      await page.getByRole('button', { name: 'Save' }).click();
      await saved(page);
      await page.getByLabel('Emoji').fill('🌴');
      await page.getByLabel('Status').fill('On a walk');
      await page.getByLabel('Clear after').selectOption('1 hour');
      await page.getByRole('button', { name: 'Set status' }).click();
      await page.getByText(/^Ends /).waitFor();
      await page.getByLabel('Do not disturb').selectOption('30 minutes');
      await page.getByText(/^Nothing notifies you until/).waitFor();
      await page.getByRole('button', { name: 'Change picture' }).click();
      await page.getByLabel('Choose a picture').setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: PICTURE,
      });
      await page.getByLabel('Zoom').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByLabel(/^Drag the picture/).press('ArrowRight');
      await page.getByLabel('Zoom').fill('2');
      await page.getByRole('button', { name: 'Use this part' }).click();
      await page.getByRole('button', { name: 'Remove picture' }).waitFor();
      const { body } = await person.get('/api/users/me');
      expect(body.data).toMatchObject({
        displayName: 'Paula P.',
        timezone: 'Asia/Tokyo',
        status: 'On a walk',
        statusEmoji: '🌴',
        statusExpiresAt: expect.any(String),
        dndUntil: expect.any(String),
        avatarPath: expect.stringContaining('/api/avatars/'),
      });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Settings' }).waitFor();
    });

    test('an authenticator app is set up, and asked for at the next sign-in', async () => {
      const { page, person } = await windows.openAs('tom');
      const { username } = (await person.get('/api/users/me')).body.data;
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await page.getByRole('img', { name: 'QR code with the secret' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? '';
      await page.getByLabel('Code of your authenticator app').fill('000000');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Code of your authenticator app').fill(totp(secret));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Each of them signs you in once').waitFor();
      const [recoveryCode = ''] = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
      await page.getByRole('button', { name: 'I have kept them' }).click();
      await page.getByText(/^Set up on/).waitFor();

      const other = await windows.openWindow(PHONE);
      await other.goto('/login');
      await other.getByLabel('Username or e-mail').fill(username);
      await other.getByLabel('Password').fill(PASSWORD);
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.getByRole('heading', { name: 'One more step' }).waitFor();
      expect(await faultsOf(other)).toEqual([]);
      await other.getByLabel('Code of your authenticator app').fill('000000');
      await other.getByRole('button', { name: 'Continue' }).click();
      await other.getByRole('alert').waitFor();
      await other.getByRole('button', { name: 'Use a recovery code' }).click();
      await other.getByLabel('Recovery code').fill(recoveryCode);
      await other.getByRole('button', { name: 'Continue' }).click();
      await other.getByRole('heading', { name: 'Start with a server' }).waitFor();

      await page.goto('/settings/sessions');
      await page.getByRole('list', { name: 'Other devices' }).getByRole('listitem').waitFor();
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await other.getByRole('heading', { name: 'Welcome back' }).waitFor();
    });

    test('one dialog asks for a proof, and what was asked for is done then', async () => {
      const { page, person } = await windows.openAs('vera', WITHOUT_WORKER);
      await page.goto('/settings/bots');
      // What the service answers ten minutes after a sign-in.
      let isProven = false;
      await page.route('**/trpc/bots.create*', async (route) => {
        if (isProven) return route.continue();
        const error = {
          message: 'Prove that it is you.',
          code: -32003,
          data: { code: 'FORBIDDEN', httpStatus: 403, errorCode: 'STEP_UP_REQUIRED', path: 'bots.create' },
        };
        isProven = true;
        return route.fulfill({
          status: 403,
          json: route.request().url().includes('batch=1') ? [{ error }] : { error },
        });
      });
      await page.getByRole('button', { name: 'Create a bot' }).click();
      await page.getByLabel('Username').fill('vera-bot');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const proof = page.getByRole('dialog', { name: 'Is it really you?' });
      await proof.getByLabel('Password').fill('wrong password');
      await proof.getByRole('button', { name: 'Confirm' }).click();
      await proof.getByRole('alert').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await proof.getByLabel('Password').fill(PASSWORD);
      await proof.getByRole('button', { name: 'Confirm' }).click();
      const token = page.getByRole('status', { name: 'Token of vera-bot' });
      await token.waitFor();
      expect(await token.textContent()).toMatch(/^plvb_/);
      const { body } = await person.get('/api/bots');
      expect(body.data).toMatchObject([{ username: 'vera-bot' }]);
    });

    test('notifications are set for everywhere and for a server, and explained for an instant', async () => {
      const { page, person } = await windows.openAs('nora');
      const { body } = await person.post('/api/servers', { name: 'Acme' });
      await page.goto('/settings/notifications');
      await page.getByLabel('Keywords').fill('deploy\nrelease train');
      await page.getByLabel('Sun', { exact: true }).check();
      await page.getByRole('button', { name: 'Save' }).click();
      const everywhere = async () => (await person.get('/api/users/me/notification-preferences')).body.data;
      await expect
        .poll(everywhere)
        .toMatchObject({ keywords: ['deploy', 'release train'], quietDays: ['sunday'] });
      expect(await faultsOf(page)).toEqual([]);

      await page.getByLabel('Server').selectOption('Acme');
      await page.getByLabel('Notify me about').selectOption('All messages');
      await page.getByLabel('Quiet hours from').fill('22:00');
      await page.getByLabel('to', { exact: true }).fill('07:00');
      await page.getByLabel('Time zone').selectOption('UTC');
      await page.getByRole('button', { name: 'Save' }).click();
      const other = page.getByRole('listitem').filter({ hasText: 'Any other message' });
      await page.getByLabel('At (empty for now)').fill('2026-07-01T12:00');
      await other.getByText('notifies you').waitFor();
      await page.getByLabel('At (empty for now)').fill('2026-07-01T23:30');
      await other.getByText(/quiet from 22:00 to 07:00/).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      const path = `/api/servers/${body.data.id}/notification-preferences`;
      expect((await person.get(path)).body.data).toMatchObject({ level: 'all', quietStart: '22:00' });
    });

    test('on a phone there is a list first; who is blocked is shown and let in again', async () => {
      const { page, person } = await windows.openAs('petra', PHONE);
      const annoying = await windows.service.person('annoying');
      await person.send('PUT', `/api/users/me/blocks/${annoying.id}`);
      await page.goto('/settings');
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('link', { name: 'Privacy' }).click();
      await page.getByLabel('Who may open a direct message with you').selectOption('Nobody');
      await saved(page);
      await page.getByRole('button', { name: 'Unblock' }).click();
      await page.getByText('You have blocked nobody.').waitFor();
      expect((await person.get('/api/users/me')).body.data).toMatchObject({
        dmsFrom: 'nobody',
        blockedUserIds: [],
      });
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await page.getByRole('link', { name: 'Appearance' }).click();
      await page.getByLabel('Light').check();
      await page.getByLabel('Density').selectOption('Large text');
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
      await page.getByLabel('Language').selectOption('العربية');
      await page.getByRole('heading', { name: 'المظهر', level: 1 }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
    });

    test('what the token of a bot may do is chosen and shown, and chosen anew with the next token', async () => {
      const { page, person } = await windows.openAs('boris');
      await page.goto('/settings/bots');
      await page.getByRole('button', { name: 'Create a bot' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Username').fill('boris-bot');
      await dialog.getByLabel('What its token may do').selectOption('Only what is chosen here');
      // Nothing is chosen: the browser says so.
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      expect(await dialog.locator('input:invalid').count()).toBeGreaterThan(0);
      await dialog.getByLabel('Messages: write').check();
      await dialog.getByLabel('Live events: read').check();
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('scopes of a bot') });
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('status', { name: 'Token of boris-bot' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('What its token may do: Messages (write), Live events (read)').waitFor();
      const [bot] = (await person.get('/api/bots')).body.data;
      const scopes = async () => (await person.get(`/api/bots/${bot.id}/token`)).body.data.scopes;
      expect(await scopes()).toEqual(['messages:write', 'realtime:read']);

      await page.getByRole('button', { name: 'New token' }).click();
      await dialog.getByRole('button', { name: 'New token' }).click();
      await page.getByRole('status', { name: 'Token of boris-bot' }).waitFor();
      await page.keyboard.press('Escape');
      expect(await scopes()).toEqual(['messages:write', 'realtime:read']);
      await page.getByRole('button', { name: 'New token' }).click();
      await dialog.getByLabel('What its token may do').selectOption('Only what is chosen here');
      await dialog.getByLabel('Servers: read').check();
      await dialog.getByRole('button', { name: 'New token' }).click();
      await page.getByRole('status', { name: 'Token of boris-bot' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('What its token may do: Servers (read)').waitFor();
      expect(await scopes()).toEqual(['servers:read']);

      await page.getByRole('button', { name: 'Create a bot' }).click();
      await dialog.getByLabel('Username').fill('boris-second');
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('status', { name: 'Token of boris-second' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('What its token may do: Everything that bots may').waitFor();
    });

    test('data: taken along as a file, and the account is deleted after its name is typed', async () => {
      const { page, person } = await windows.openAs('dora', WITHOUT_WORKER);
      const { username } = (await person.get('/api/users/me')).body.data;
      await page.goto('/settings/data');
      expect(await faultsOf(page)).toEqual([]);
      const downloaded = page.waitForEvent('download');
      // What the service answers ten minutes after a sign-in.
      await page.route(
        '**/api/users/me/export',
        (route) =>
          route.fulfill({ status: 403, json: { error: 'Prove that it is you.', code: 'STEP_UP_REQUIRED' } }),
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Download your data' }).click();
      const proof = page.getByRole('dialog', { name: 'Is it really you?' });
      await proof.getByLabel('Password').fill(PASSWORD);
      await proof.getByRole('button', { name: 'Confirm' }).click();
      const [profile] = (await readFile(await (await downloaded).path(), 'utf8')).split('\n');
      expect(JSON.parse(profile ?? '')).toMatchObject({ type: 'profile', data: { username } });

      await page.getByRole('button', { name: 'Delete your account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(`Type ${username} to confirm`).fill('somebody');
      await dialog.getByRole('button', { name: 'Delete your account' }).click();
      await dialog.getByText('That is not your username.').waitFor();
      await dialog.getByLabel(`Type ${username} to confirm`).fill(username);
      await dialog.getByRole('button', { name: 'Delete your account' }).click();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect((await person.get('/api/users/me')).status).toBe(401);
    });
  },
);
