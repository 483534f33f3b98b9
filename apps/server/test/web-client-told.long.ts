import { createdId } from '@palaver/core/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import {
  DESKTOP,
  faultsOf,
  field,
  message,
  PHONE,
  pictureFile,
  Windows,
  write,
} from './web-client/windows.js';

/** A blank that no trimming removes, and that nobody sees. */
const INVISIBLE = '\u3164';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'what the web client tells in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('a refused message says why, and is changed in its place', async () => {
      const alice = await windows.withServer('told_ada');
      const { page } = alice;
      await write(page, INVISIBLE);
      const refused = page.getByRole('alert').filter({ hasText: 'Not sent' });
      await refused.getByText('Must have a character that can be seen').waitFor();
      expect(await refused.getByRole('button').allTextContents()).toEqual(['Edit', 'Discard']);
      await field(page).fill('Something else meanwhile');
      await refused.getByRole('button', { name: 'Edit' }).click();
      const edit = page.getByRole('textbox', { name: 'Edit' });
      await edit.fill('Now it can be seen');
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, 'refused message');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => message(page, 'Now it can be seen').first().getAttribute('aria-busy'))
        .toBeNull();
      expect(await refused.count()).toBe(0);
      expect(await field(page).inputValue()).toBe('Something else meanwhile');

      const { page: phone } = await windows.guest('told_bob', alice.invite, PHONE);
      await page.evaluate(setSlowMode(600));
      await write(phone, 'The first');
      await message(phone, 'The first').waitFor();
      await write(phone, 'Too soon');
      const slow = phone.getByRole('alert').filter({ hasText: 'slow mode' });
      await slow.waitFor();
      expect(await slow.getByRole('button').allTextContents()).toEqual(['Try again', 'Edit', 'Discard']);
      await page.evaluate(setSlowMode(0));
      await slow.getByRole('button', { name: 'Try again' }).click();
      await message(page, 'Too soon').waitFor();
    });

    test('characters are counted near the limit, and a text that is too long stays', async () => {
      const { page } = await windows.withServer('told_cy', { ...PHONE, colorScheme: 'dark' });
      await field(page).fill('x'.repeat(3_950));
      await page.getByText('50 characters left').waitFor();
      await field(page).fill(`${'x'.repeat(4_000)} and more`);
      await page.getByRole('alert').filter({ hasText: '9 characters too many' }).waitFor();
      expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
      await field(page).press('Enter');
      expect(await field(page).inputValue()).toContain('and more');
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, 'too many characters');
    });

    test('a form says at the field what is wrong with it, and keeps the others', async () => {
      const page = await windows.openWindow();
      const taken = await windows.register(page, 'told_dee');
      await page.getByRole('main').getByRole('button', { name: 'Create a server' }).waitFor();
      const other = await windows.openWindow();
      await other.goto('/register');
      await other.getByLabel('Username').fill(taken);
      await other.getByLabel('Display name').fill('Dee the Second');
      await other.getByLabel('Password').fill('short');
      await other.getByRole('button', { name: 'Create account' }).click();
      await expectProblem(other, 'Password', /^Must have at least 8 characters\.$/);
      await other.getByLabel('Password').fill('long enough, at last');
      await other.getByRole('button', { name: 'Create account' }).click();
      await expectProblem(other, 'Username', /taken/);
      expect(await other.getByLabel('Display name').inputValue()).toBe('Dee the Second');
      expect(await faultsOf(other)).toEqual([]);
      await shoot(other, 'form');
    });

    test('a search completes people and channels, finds by names that are shown, and says where each hit is', async () => {
      const alice = await windows.withServer('told_eve');
      const { page: other, username } = await windows.guest('told_fox', alice.invite);
      await other.evaluate(setDisplayName('Robin Redbreast'));
      await write(other, 'The **deploy** is done');
      await write(alice.page, 'Which deploy?');
      await message(alice.page, 'The deploy is done').waitFor();
      const { page } = alice;
      await page.getByRole('button', { name: 'Search', exact: true }).first().click();
      const panel = page.getByRole('complementary', { name: 'Search' });
      await panel.getByText('You can search by').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, 'search before');
      const box = panel.getByRole('combobox', { name: 'Search' });
      await box.fill('deploy');
      await box.press('Enter');
      await panel.getByText('2 messages', { exact: true }).waitFor();
      await box.fill('deploy from:robin');
      await box.press('Enter');
      await panel.getByText('1 message', { exact: true }).waitFor();
      const hit = panel.getByRole('listitem').filter({ hasText: 'The deploy is done' });
      await hit.getByText('#general').waitFor();
      await hit.getByText('Robin Redbreast').waitFor();
      expect(await hit.locator('mark').allTextContents()).toEqual(['deploy']);

      await box.fill('');
      await box.pressSequentially('fr');
      await box.press('Tab');
      await panel.getByRole('option').filter({ hasText: 'Robin Redbreast' }).waitFor();
      await box.pressSequentially('red');
      await panel.getByRole('option').filter({ hasText: 'Robin Redbreast' }).waitFor();
      await shoot(page, 'search completes');
      await box.press('ArrowDown');
      await box.press('Enter');
      expect(await box.inputValue()).toBe(`from:@${username} `);
      await panel.getByRole('button', { name: 'In this channel' }).click();
      await panel.getByText('1 message', { exact: true }).waitFor();
      expect(await box.inputValue()).toBe(`from:@${username} in:#general`);
      await panel.getByLabel('Order').selectOption('Best first');
      await panel.getByText('1 message', { exact: true }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, 'search found');
      await panel.getByRole('button', { name: 'With files' }).click();
      await panel.getByText('Nothing was found.').waitFor();
      await box.fill('has:cheese');
      await box.press('Enter');
      await panel.getByRole('alert').waitFor();
      expect(await box.getAttribute('aria-invalid')).toBe('true');
    });

    test('a text is formatted with keys and the bar, and Enter goes on in lists and code', async () => {
      const { page } = await windows.withServer('told_gil', {
        ...DESKTOP,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const box = field(page);
      const bar = page.getByRole('toolbar', { name: 'Formats' });
      await bar.waitFor();
      await box.pressSequentially('very bold');
      await box.press('Control+Shift+ArrowLeft');
      await box.press('Control+b');
      expect(await box.inputValue()).toBe('very **bold**');
      await box.press('Control+b');
      await bar.getByRole('button', { name: 'Italic' }).click();
      expect(await box.inputValue()).toBe('very _bold_');
      await box.press('Control+z');
      expect(await box.inputValue()).toBe('very bold');
      await paste(page, 'https://a.example/x');
      expect(await box.inputValue()).toBe('very [bold](https://a.example/x)');
      await box.press('Enter');
      await message(page, 'very bold').getByRole('link', { name: 'bold' }).waitFor();

      await box.pressSequentially('- one');
      await box.press('Enter');
      await box.pressSequentially('two');
      await box.press('Enter');
      expect(await box.inputValue()).toBe('- one\n- two\n- ');
      await bar.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.getByRole('listitem').filter({ hasText: 'two' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, 'composing a list');
      await box.press('Enter');
      await box.press('Enter');
      await message(page, 'one').getByRole('listitem').filter({ hasText: 'two' }).waitFor();
      expect(await box.inputValue()).toBe('');

      await paste(page, 'const a = 1;\nconst b = 2;');
      expect(await box.inputValue()).toBe('```\nconst a = 1;\nconst b = 2;\n```\n');
      await box.press('Control+z');
      expect(await box.inputValue()).toBe('');
      await box.pressSequentially('```');
      await box.press('Enter');
      await box.pressSequentially('  x');
      await box.press('Enter');
      expect(await box.inputValue()).toBe('```\n  x\n  ');
      await box.press('Control+Enter');
      await message(page, 'x').locator('pre').waitFor();
      await page.getByRole('button', { name: 'Hide formats' }).click();
      await expect.poll(() => bar.count()).toBe(0);
      await page.reload();
      await page.getByRole('button', { name: 'Show formats' }).waitFor();
      expect(await bar.count()).toBe(0);
    });

    test('a command asks for its options and is never posted by mistake; a button shows what the bot does', async () => {
      const { page, person } = await windows.openAs('told_hal');
      const serverId = await createdId(person, '/api/servers', { name: 'Acme' });
      const channelId = await createdId(person, `/api/servers/${serverId}/channels`, { name: 'releases' });
      const bot = await windows.service.bot(person, 'told_mute');
      await person.post(`/api/servers/${serverId}/members`, { userId: bot.id });
      await person.put(`/api/bots/${bot.id}/commands`, { commands: COMMANDS });
      await page.goto(`/servers/${serverId}/channels/${channelId}`);
      const box = field(page, 'Message releases');
      await box.pressSequentially('/deploy ');
      await page.getByText('where: Where to').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, 'command');
      await box.press('Enter');
      await page.getByRole('alert').filter({ hasText: '"where" is missing.' }).waitFor();
      expect(await box.inputValue()).toBe('/deploy ');

      await box.fill(' /Deplyo prod');
      await box.press('Enter');
      const refused = page.getByRole('alert').filter({ hasText: 'No bot here has the command /Deplyo' });
      await refused.waitFor();
      expect(await message(page, '/Deplyo prod').count()).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
      await shoot(page, 'unknown command');
      await refused.getByRole('button', { name: 'Send anyway' }).click();
      await message(page, '/Deplyo prod').waitFor();
      await write(page, '/etc/hosts is a path', 'Message releases');
      await message(page, '/etc/hosts is a path').waitFor();
      expect(await box.inputValue()).toBe('');

      await bot.post(`/api/channels/${channelId}/messages`, {
        content: 'Shall I?',
        components: [{ components: [{ type: 'button', id: 'yes', label: 'Deploy' }] }],
      });
      const asked = message(page, 'Shall I?');
      const button = asked.getByRole('button', { name: 'Deploy' });
      await button.click();
      await asked.getByText('is at work').waitFor();
      await shoot(page, 'bot at work');
      await asked.getByText('has not answered yet').waitFor();
      expect(await button.isEnabled()).toBe(true);
      await shoot(page, 'bot is late');
    });
  },
);

const COMMANDS = [
  {
    name: 'deploy',
    description: 'Deploys a version',
    options: [
      { name: 'where', description: 'Where to', type: 'string', required: true },
      { name: 'version', description: 'Which one', type: 'string', required: false },
    ],
  },
];

/** Pastes a text, as the keyboard does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+v');
}

/** What the page of the own profile does. */
const setDisplayName = (displayName: string) => `(async () => {
  const { token } = JSON.parse(localStorage.getItem('palaver:session'));
  await fetch('/api/users/me', {
    method: 'PATCH',
    headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ displayName: ${JSON.stringify(displayName)} }),
  });
})()`;

/** The field is marked, and described by a sentence that is shown. */
async function expectProblem(page: Page, label: string, sentence: RegExp): Promise<void> {
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  const input = page.getByLabel(label);
  expect(await input.getAttribute('aria-invalid')).toBe('true');
  const note = page.locator(`[id="${await input.getAttribute('aria-describedby')}"]`);
  expect(await note.textContent()).toMatch(sentence);
}

/** A picture for a person to look at. */
async function shoot(page: Page, title: string): Promise<void> {
  await page.screenshot({ path: pictureFile(`told ${title}`) });
}

/** What the settings of the channel that is open do. */
const setSlowMode = (slowModeSeconds: number) => `(async () => {
  const [, , serverId, , channelId] = location.pathname.split('/');
  const { token } = JSON.parse(localStorage.getItem('palaver:session'));
  await fetch('/api/servers/' + serverId + '/channels/' + channelId, {
    method: 'PATCH',
    headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slowModeSeconds: ${slowModeSeconds} }),
  });
})()`;
