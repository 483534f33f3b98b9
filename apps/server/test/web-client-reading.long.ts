import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import { Finger } from './web-client/finger.js';
import { faultsOf, field, message, PHONE, pictureFile, Windows, write } from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'reading and taking back in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('a thread has an address: Back closes it, a reload keeps it, and a link leads to the reply', async () => {
      const { page } = await windows.withServer('thea');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await write(page, 'Where do we eat?');
      await act(page, 'Where do we eat?', 'Reply in thread');
      const thread = page.getByRole('complementary', { name: 'Thread' });
      const reply = thread.getByRole('textbox', { name: 'Reply in thread' });
      for (let n = 0; n < 30; n += 1) {
        await reply.fill(`Place ${n}.`);
        await reply.press('Enter');
      }
      await message(page, 'Place 29.').waitFor();
      await expect.poll(() => new URL(page.url()).searchParams.has('thread')).toBe(true);

      await page.goBack();
      await thread.waitFor({ state: 'detached' });
      await page.goForward();
      await message(page, 'Place 29.').waitFor();
      await page.reload();
      await message(page, 'Place 29.').waitFor();

      await thread.getByRole('button', { name: 'Close' }).click();
      await thread.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      await page.goBack();
      // Nothing was left behind: Back leaves the channel.
      await expect.poll(() => page.url()).not.toContain('thread');

      await page.goForward();
      await page.getByRole('button', { name: '30 replies' }).click();
      await thread.locator('[role=log]').hover();
      await page.mouse.wheel(0, -9000);
      await message(page, 'Place 2.').hover();
      await act(page, 'Place 2.', 'More actions', 'Copy link');
      await page.getByText('Copied').waitFor();
      const link = await page.evaluate<string>('navigator.clipboard.readText()');
      await page.goto(link);
      await expect.poll(() => isInSight(page, 'Place 2.')).toBe(true);
      expect(await message(page, 'Place 2.').getAttribute('data-target')).not.toBeNull();
    });

    test('a deletion is undone, or is made when the page closes; a quote goes where one writes', async () => {
      const alice = await windows.withServer('uma');
      const bob = await windows.guest('vic', alice.invite);
      await write(alice.page, 'Said too soon');
      await message(bob.page, 'Said too soon').waitFor();
      await act(alice.page, 'Said too soon', 'More actions', 'Quote');
      await expect.poll(() => field(alice.page).inputValue()).toBe('> Said too soon\n\n');
      await expect.poll(() => field(alice.page).and(alice.page.locator(':focus')).count()).toBe(1);
      await field(alice.page).fill('');

      await act(alice.page, 'Said too soon', 'More actions', 'Delete');
      const told = alice.page.getByText('Deleted: Said too soon');
      await told.waitFor();
      expect(await message(alice.page, 'Said too soon').count()).toBe(0);
      await expect.poll(() => field(alice.page).and(alice.page.locator(':focus')).count()).toBe(1);
      await alice.page.getByRole('button', { name: 'Undo' }).click();
      await message(alice.page, 'Said too soon').waitFor();
      await told.waitFor({ state: 'detached' });
      expect(await message(bob.page, 'Said too soon').count()).toBe(1);

      await act(alice.page, 'Said too soon', 'More actions', 'Delete');
      await told.waitFor();
      await alice.page.goto('about:blank');
      await expect.poll(() => message(bob.page, 'Said too soon').count()).toBe(0);

      const carol = await windows.guest('wim', alice.invite);
      await write(carol.page, 'Gone with its author');
      await message(bob.page, 'Gone with its author').waitFor();
      await act(carol.page, 'Gone with its author', 'More actions', 'Delete');
      await carol.page.getByText('Deleted: Gone with its author').waitFor();
      // In another tab of the same browser.
      await write(carol.page, 'Gone from another tab');
      await message(bob.page, 'Gone from another tab').waitFor();
      const tab = await carol.page.context().newPage();
      await tab.goto(carol.page.url());
      await act(tab, 'Gone from another tab', 'More actions', 'Delete');
      await tab.getByText('Deleted: Gone from another tab').waitFor();
      await carol.page.getByRole('button', { name: 'Settings' }).click();
      await carol.page.getByRole('menuitem', { name: 'Sign out' }).click();
      await carol.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await expect.poll(() => message(bob.page, 'Gone with its author').count()).toBe(0);
      await expect.poll(() => message(bob.page, 'Gone from another tab').count()).toBe(0);

      await write(bob.page, 'Gone in six seconds');
      await act(bob.page, 'Gone in six seconds', 'More actions', 'Delete');
      await bob.page.getByText('Deleted: Gone in six seconds').waitFor({ state: 'detached' });
      await bob.page.reload();
      await field(bob.page).waitFor();
      await bob.page.getByText('the beginning of').or(bob.page.getByRole('log')).first().waitFor();
      // What was stored of the channel is shown first.
      await expect.poll(() => message(bob.page, 'Gone in six seconds').count()).toBe(0);
    });

    test('one jumps to a day, and sees how far the others have read a direct message', async () => {
      const alice = await windows.withServer('wanda');
      const bob = await windows.guest('xaver', alice.invite);
      const { page } = alice;
      const token = await page.evaluate<string>("JSON.parse(localStorage.getItem('palaver:session')).token");
      const caller = windows.service.client(token, '');
      const [, channelId] = /channels\/([^/?]+)/.exec(page.url()) ?? [];
      for (let n = 0; n < 90; n += 1)
        await caller.post(`/api/channels/${channelId}/messages`, { content: `Line ${n}.` });
      await message(page, 'Line 89.').waitFor();
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -9000);
      await page.getByRole('button', { name: 'Today' }).click();
      const asked = page.getByRole('dialog', { name: 'Jump to a date' });
      await asked.getByRole('button', { name: 'Jump' }).click();
      await expect.poll(() => isInSight(page, 'Line 0.')).toBe(true);
      await page.getByRole('button', { name: 'Today' }).click();
      await asked.getByLabel('Day').fill('2020-01-01');
      await asked.getByRole('button', { name: 'Jump' }).click();
      await page.getByText('There are no messages from that day or before.').waitFor();

      const { body } = await caller.get(`/api/servers/${/servers\/([^/]+)/.exec(page.url())?.[1]}/members`);
      const other = body.data.find(
        ({ user }: { user: { username: string } }) => user.username === bob.username,
      );
      const dm = await caller.post('/api/dms', { userIds: [other.user.id] });
      await page.goto(`/dms/${dm.body.data.id}`);
      await write(page, 'Have you seen it?', `Message ${bob.username}`);
      expect(await page.getByRole('img', { name: `Seen by ${bob.username}` }).count()).toBe(0);
      await bob.page.goto(`/dms/${dm.body.data.id}`);
      await message(bob.page, 'Have you seen it?').waitFor();
      await message(page, 'Have you seen it?')
        .getByRole('img', { name: `Seen by ${bob.username}` })
        .waitFor();
      await page.reload();
      await message(page, 'Have you seen it?')
        .getByRole('img', { name: `Seen by ${bob.username}` })
        .waitFor();
    });

    test('a new channel says its name, takes topic and people, and leads on; who comes back lands where something waits', async () => {
      const alice = await windows.withServer('yara');
      const bob = await windows.guest('zoe', alice.invite);
      const { page } = alice;
      await page.getByRole('button', { name: 'Create a channel' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create a channel' });
      await dialog.getByLabel('Name of the channel').fill('Release Notes');
      await dialog.getByText('It will be called #release-notes.').waitFor();
      await dialog.getByLabel('Topic (if you like)').fill('What is new');
      const people = dialog.getByRole('combobox', { name: 'People to add (if you like)' });
      await people.fill(bob.username);
      await dialog.getByRole('option', { name: bob.username }).waitFor();
      await people.press('Enter');
      await page.screenshot({ path: pictureFile('a new channel') });
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { name: 'This is the beginning of release-notes.' }).waitFor();
      await page.getByText('Nobody has written here yet.').waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Invite people to the server' }).waitFor();
      await page.screenshot({ path: pictureFile('the beginning of a channel') });
      await write(page, `Look, @${bob.username}`, 'Message release-notes');

      await bob.page.evaluate("localStorage.removeItem('palaver:last-place')");
      await bob.page.goto('/');
      await message(bob.page, 'Look,').waitFor();
    });

    test('on a phone a finger opens the sheet of a message or its thread, and Back closes what was opened last', async () => {
      const { page } = await windows.withServer('phil', PHONE);
      await write(page, 'Hold me');
      await message(page, 'Hold me').waitFor();
      const finger = await Finger.on(page);
      const sheet = page.getByRole('menu');
      await finger.rest(message(page, 'Hold me'), sheet);
      await page.screenshot({ path: pictureFile('the sheet of a message at a phone') });
      expect(await faultsOf(page)).toEqual([]);
      await page.goBack();
      await sheet.waitFor({ state: 'detached' });
      await finger.rest(message(page, 'Hold me'), sheet);
      await sheet.getByRole('menuitem', { name: 'Reply in thread' }).tap();
      const thread = page.getByRole('complementary', { name: 'Thread' });
      await thread.getByRole('textbox', { name: 'Reply in thread' }).waitFor();
      await page.goBack();
      await thread.waitFor({ state: 'detached' });
      await message(page, 'Hold me').tap();
      expect(await page.getByRole('button', { name: 'More actions' }).isVisible()).toBe(false);

      await finger.swipe(message(page, 'Hold me'));
      await thread.waitFor();
      await page.goBack();
      await thread.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Members' }).tap();
      const members = page.getByRole('complementary', { name: 'Members' });
      await members.waitFor();
      await members.getByRole('button', { name: 'Close' }).tap();
      await members.waitFor({ state: 'detached' });
      const address = page.url();
      await page.getByRole('button', { name: 'Members' }).tap();
      await members.waitFor();
      await page.goBack();
      await members.waitFor({ state: 'detached' });
      expect(page.url()).toBe(address);
      await field(page).waitFor();
    });
  },
);

/** Presses a button of a message, and an entry of the menu that it opens. */
async function act(page: Page, text: string, button: string, entry?: string): Promise<void> {
  await message(page, text).first().hover();
  await message(page, text).first().getByRole('button', { name: button }).click();
  if (entry !== undefined) await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function isInSight(page: Page, text: string): Promise<boolean> {
  const box = await message(page, text).first().boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 800;
}
