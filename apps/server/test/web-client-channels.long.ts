import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, Json } from '../src/testing/client.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { DESKTOP, faultsOf, PHONE, pictureFile, Windows, write } from './web-client/windows.js';

interface Person {
  readonly username: string;
  readonly client: Client;
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  'channels, their members and the ways to them in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    /** The owner of a server, and people in it. */
    async function team(prefix: string, names: readonly string[]) {
      const person = async (name: string) => {
        const username = `${prefix}_${name}`;
        return { username, client: await windows.service.person(username) };
      };
      const owner = await person('owner');
      const { id: serverId } = (await owner.client.post('/api/servers', { name: 'Acme' })).body.data;
      const { code } = (await owner.client.post(`/api/servers/${serverId}/invites`, {})).body.data;
      const people: Person[] = [];
      for (const name of names) {
        const one = await person(name);
        await one.client.post(`/api/invites/${code}/accept`, {});
        people.push(one);
      }
      const channels = `/api/servers/${serverId}/channels`;
      const create = async (fields: Record<string, Json>): Promise<string> =>
        (await owner.client.post(channels, fields)).body.data.id;
      const open = async ({ client }: Person, options = DESKTOP) => {
        const page = await windows.openWindow(options);
        await windows.signIn(page, client);
        await page.goto(`/servers/${serverId}`);
        return page;
      };
      const [bob = owner, cem = owner, dora = owner] = people;
      return { owner, bob, cem, dora, serverId, channels, create, open };
    }

    const list = (page: Page) => page.getByRole('navigation', { name: 'Channels' });
    /** Waits until something has the focus. */
    const isFocused = (page: Page, on: Locator) => on.and(page.locator(':focus')).waitFor();
    const isWriting = (page: Page, label: string) =>
      isFocused(page, page.getByRole('textbox', { name: label }));
    /** Chooses people in a dialog with the keyboard: the part of a name, and Enter. */
    async function choose(page: Page, ...names: readonly string[]) {
      const dialog = page.getByRole('dialog');
      const field = dialog.getByRole('combobox', { name: 'Names' });
      for (const name of names) {
        await field.fill(name);
        await expect
          .poll(() => dialog.getByRole('option').allTextContents())
          .toEqual([expect.stringContaining(name)]);
        await field.press('Enter');
      }
      return field;
    }

    test.each([
      ['desk', DESKTOP],
      ['phone', PHONE],
    ])(
      'who makes a private channel adds people to it at once, and removes one: at a %s',
      async (size, options) => {
        const { owner, bob, cem, open } = await team(`mia_${size}`, ['bob', 'cem']);
        const page = await open(owner, options);
        const theirs = await open(bob);
        await theirs.getByRole('textbox', { name: 'Message general' }).waitFor();
        if (size === 'phone') await openLists(page);
        await page.getByRole('button', { name: 'Create a channel' }).click();
        await page.getByLabel('Name of the channel').fill('secret');
        await page.getByLabel(/^Private/).check();
        await page.getByRole('button', { name: 'Create', exact: true }).click();

        const dialog = page.getByRole('dialog', { name: 'Add people to secret' });
        await dialog.waitFor();
        const names = await choose(page, bob.username, cem.username);
        await page.screenshot({ path: pictureFile(`adding people at a ${size}`) });
        expect(await faultsOf(page)).toEqual([]);
        await names.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        await page.getByText(/^Added: /).waitFor();
        await list(theirs).getByRole('link', { name: 'secret' }).click();
        await write(theirs, 'I am in', 'Message secret');

        await page.getByRole('button', { name: 'Members' }).click();
        const panel = page.getByRole('complementary', { name: 'Members' });
        const menu = panel.getByRole('button', { name: `Menu of ${bob.username}` });
        await menu.click();
        await page.getByRole('menu').waitFor();
        await page.screenshot({ path: pictureFile(`menu of a member at a ${size}`) });
        expect(await faultsOf(page)).toEqual([]);
        await page.getByRole('menuitem', { name: 'Remove from this channel' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
        await menu.waitFor({ state: 'detached' });
        await theirs.getByRole('heading', { name: 'This is not here any more' }).waitFor();
        await list(theirs).getByRole('link', { name: 'secret' }).waitFor({ state: 'detached' });
      },
    );

    test('a dialog that is refused keeps the keyboard, and nothing typed over it reaches the channel', async () => {
      const { owner, open } = await team('lea', []);
      const page = await open(owner);
      const box = page.getByLabel('Message general');
      await box.waitFor();
      await page.getByRole('button', { name: 'Create a channel' }).click();
      const name = page.getByLabel('Name of the channel');
      await name.fill('Board Room');
      await page.getByText('It will be called #board-room.').waitFor();
      await name.fill('Board Room!');
      expect(await page.getByText('It will be called').count()).toBe(0);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await isFocused(page, name);
      await page.keyboard.press('End');
      await page.keyboard.type('?');
      expect(await name.inputValue()).toBe('Board Room!?');
      await page.getByRole('dialog').getByRole('heading').click();
      await page.keyboard.type('behind');
      expect(await box.inputValue()).toBe('');
    });

    test('who may not add or remove has no button for it, and a refusal is told with its sentence', async () => {
      const { owner, bob, cem, dora, serverId, open, channels, create } = await team('nora', [
        'bob',
        'cem',
        'dora',
      ]);
      const channelId = await create({ name: 'plans' });
      for (const { client } of [bob, dora]) await client.post(`${channels}/${channelId}/join`);
      await cem.client.put(`/api/users/me/blocks/${bob.client.id}`);
      const page = await open(bob);
      await list(page).getByRole('link', { name: 'plans' }).click();
      await page.getByRole('button', { name: 'Members' }).click();
      const panel = page.getByRole('complementary', { name: 'Members' });
      await panel.getByRole('button', { name: `Menu of ${dora.username}` }).click();
      await page.getByRole('menuitem', { name: 'Message' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Remove from this channel' }).count()).toBe(0);
      await page.keyboard.press('Escape');

      await panel.getByRole('button', { name: 'Add people' }).click();
      const names = await choose(page, cem.username);
      await names.press('Enter');
      const alert = page.getByRole('dialog').getByRole('alert');
      await alert.getByText(cem.username).waitFor();
      // Who could not be added is still chosen.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Remove ${cem.username}` })
        .waitFor();
      await page.screenshot({ path: pictureFile('a person who cannot be added') });
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      const until = new Date(Date.now() + 3_600_000).toISOString();
      await owner.client.put(`/api/servers/${serverId}/timeouts/${bob.client.id}`, { until });
      await panel.getByRole('button', { name: 'Add people' }).waitFor({ state: 'detached' });
    });

    test('the keyboard goes through channels and parts of the window, and lists what it does', async () => {
      const { owner, bob, create, open } = await team('lola', ['bob']);
      const channelId = await create({ name: 'design' });
      const page = await open(owner);
      const isAt = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await isAt('general');
      await list(page).getByRole('link', { name: 'design' }).waitFor();
      const focused = () => page.locator(':focus');
      await page.keyboard.press('Alt+ArrowDown');
      await isAt('design');
      await page.keyboard.press('Alt+ArrowDown');
      await isAt('general');
      await bob.client.post(`/api/channels/${channelId}/messages`, { content: `For @${owner.username}` });
      await expect.poll(() => page.title()).toMatch(/^\(1\) #general /);
      await page.keyboard.press('Alt+Shift+ArrowDown');
      await isAt('design');
      await expect.poll(() => page.title()).toMatch(/^#design /);
      await page.keyboard.press('Alt+Shift+ArrowDown');
      await page.keyboard.press('Alt+ArrowUp');
      await isAt('general');

      expect(await focused().getAttribute('aria-label')).toBe('Message general');
      await page.keyboard.press('F6');
      expect(await focused().getAttribute('aria-label')).toBe('Acme');
      await page.keyboard.press('F6');
      expect(await focused().textContent()).toBe('general');
      await page.keyboard.press('Shift+F6');
      await page.keyboard.press('Shift+F6');
      expect(await focused().getAttribute('aria-label')).toBe('Message general');

      await page.keyboard.press('Control+/');
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await shortcuts.getByText('Next channel with something unread').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('keyboard shortcuts') });
      await page.keyboard.press('Escape');
      await shortcuts.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Pinned messages' }).click();
      const panel = page.getByRole('complementary', { name: 'Pinned messages' });
      await panel.getByRole('button', { name: 'Close' }).press('Escape');
      await panel.waitFor({ state: 'detached' });

      await page.reload();
      await isAt('general');
      await page.keyboard.press('Tab');
      const skip = page.getByRole('button', { name: 'Skip to the messages' });
      await skip.focus();
      expect(await skip.isVisible()).toBe(true);
      await page.keyboard.press('Enter');
      expect(await focused().getAttribute('aria-label')).toBe('Message general');
    });

    test('a list is one stop of the keyboard, with arrows inside, and what is in a row comes after it', async () => {
      const { owner, bob, create, open } = await team('olga', ['bob']);
      await create({ name: 'design' });
      const page = await open(owner);
      await page.getByRole('textbox', { name: 'Message general' }).waitFor();
      await list(page).getByRole('link', { name: 'design' }).waitFor();
      const general = await page.evaluate<string>('location.pathname.split("/").at(-1)');
      for (const content of ['First', 'Second', 'Third'])
        await bob.client.post(`/api/channels/${general}/messages`, { content });
      const row = (text: string) => page.getByRole('article').filter({ hasText: text });
      await row('Third').waitFor();
      const press = async (...keys: readonly string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      const bar = page.getByRole('button', { name: 'Bold' });
      await bar.focus();
      await press('Shift+Tab');
      await isFocused(page, row('Third'));
      await press('ArrowUp', 'ArrowUp');
      await isFocused(page, row('First'));
      await press('ArrowDown', 'ArrowDown');
      await isFocused(page, row('Third'));
      await press('ArrowUp');
      // The actions of a row come once it has the keyboard.
      const action = row('Second').getByRole('button').first();
      await action.waitFor({ state: 'attached' });
      await press('Tab');
      await isFocused(page, action);
      await press('Shift+Tab', 'Shift+Tab');
      await expect.poll(() => page.locator('article:focus-within').count()).toBe(0);
      // It leads back to where one was.
      await press('Tab');
      await isFocused(page, row('Second'));

      const channel = list(page).getByRole('link', { name: 'general' });
      await page.getByRole('button', { name: /^Skip/ }).focus();
      const isInList = () => list(page).locator(':focus').count();
      for (let n = 0; n < 12 && (await isInList()) === 0; n += 1) await press('Tab');
      await isFocused(page, channel);
      await press('ArrowDown');
      await isFocused(page, list(page).getByRole('link', { name: 'design' }));
      await press('ArrowUp');
      await isFocused(page, channel);
    });

    test.each([
      ['desk', DESKTOP],
      ['phone', PHONE],
    ])('several people become a conversation, and one more the next one: at a %s', async (size, options) => {
      const { owner, bob, cem, dora, open } = await team(`gia_${size}`, ['bob', 'cem', 'dora']);
      const page = await open(owner, options);
      if (size === 'phone') await openLists(page);
      await page.getByRole('link', { name: 'Direct messages' }).click();
      await page.getByRole('button', { name: 'New direct message' }).click();
      const dialog = page.getByRole('dialog');
      // The arrows choose among those who are found, and Backspace takes one back.
      const names = dialog.getByRole('combobox', { name: 'Names' });
      await names.fill(`gia_${size}`);
      await expect.poll(() => dialog.getByRole('option').count()).toBe(3);
      await names.press('ArrowDown');
      const second = dialog.getByRole('option').nth(1);
      await expect.poll(() => second.getAttribute('aria-selected')).toBe('true');
      await names.press('Enter');
      const chips = dialog.getByRole('button', { name: /^Remove / });
      await chips.waitFor();
      await names.press('Backspace');
      await chips.waitFor({ state: 'detached' });
      await choose(page, bob.username, cem.username);
      await page.screenshot({ path: pictureFile(`choosing people at a ${size}`) });
      expect(await faultsOf(page)).toEqual([]);
      await names.press('Enter');
      // The newest account is first.
      const both = `${cem.username}, ${bob.username}`;
      await page.getByRole('heading', { level: 1, name: both }).waitFor();
      if (size === 'desk') await isWriting(page, `Message ${both}`);
      await write(page, 'Three of us', `Message ${both}`);

      await page.getByRole('button', { name: 'Options of this channel' }).click();
      await page.getByRole('menuitem', { name: 'Add people' }).click();
      await page.getByText('This opens another conversation with everybody.').waitFor();
      await (await choose(page, dora.username)).press('Enter');
      const all = `${dora.username}, ${both}`;
      await page.getByRole('heading', { level: 1, name: all }).waitFor();
      if (size === 'desk') await isWriting(page, `Message ${all}`);
      await write(page, 'Four of us', `Message ${all}`);
      const theirs = await open(dora);
      await theirs.getByRole('link', { name: 'Direct messages, 1 mention' }).click();
      await theirs.getByRole('link', { name: /gia.*1 unread/ }).click();
      await theirs.getByText('Four of us').waitFor();
    });

    test('channels are found, joined and left', async () => {
      const { owner, bob, channels, open, create } = await team('hana', ['bob']);
      await create({ name: 'design', topic: 'How it looks' });
      const privateId = await create({ name: 'board', isPrivate: true });
      await owner.client.post(`${channels}/${privateId}/members`, { userId: bob.client.id });
      const page = await open(bob);
      await page.getByRole('textbox', { name: 'Message general' }).waitFor();
      await page.evaluate("localStorage.setItem('palaver:theme', 'dark')");
      await page.reload();
      await expect.poll(() => list(page).getByRole('link').allTextContents()).toEqual(['general', 'board']);
      await page.getByRole('button', { name: 'Browse channels, 1 more channel' }).click();
      const dialog = page.getByRole('dialog', { name: 'Browse channels' });
      await dialog.getByText('How it looks').waitFor();
      await page.screenshot({ path: pictureFile('browsing channels at a desk') });
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('searchbox').fill('looks');
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
      await dialog.getByRole('button', { name: 'Join design' }).click();
      // The button has the focus still, and is the way back.
      const leave = dialog.getByRole('button', { name: 'Leave design' });
      await isFocused(page, leave);
      await dialog.getByText('2 members').waitFor();
      await page.keyboard.press('Escape');
      await list(page).getByRole('link', { name: 'design' }).click();

      // Leaving a public channel takes it from the list once another one is open.
      await list(page).getByRole('link', { name: 'design' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Leave the channel' }).click();
      await page.getByText('You have left design.').waitFor();
      await page.getByRole('button', { name: 'Join channel' }).waitFor();
      await list(page).getByRole('link', { name: 'general' }).click();
      await list(page).getByRole('link', { name: 'design' }).waitFor({ state: 'detached' });

      // Who leaves a private one is asked. The keyboard opens the menu as well, and gets the focus back.
      const board = list(page).getByRole('link', { name: 'board' });
      await board.focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu', { name: 'Menu of board' }).waitFor();
      await page.screenshot({ path: pictureFile('menu of a channel at a desk') });
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await isFocused(page, board);
      await page.keyboard.press('ContextMenu');
      await page.getByRole('menuitem', { name: 'Leave the channel' }).click();
      await page
        .getByRole('dialog', { name: 'Leave board?' })
        .getByRole('button', { name: 'Leave', exact: true })
        .click();
      await board.waitFor({ state: 'detached' });
    });

    test('sections close, and unread channels alone are shown, as the device keeps it', async () => {
      const { owner, bob, channels, serverId, open, create } = await team('iris', ['bob']);
      const group = await owner.client.post(`/api/servers/${serverId}/groups`, { name: 'Teams' });
      for (const name of ['design', 'sales']) {
        const id = await create({ name });
        await owner.client.patch(`${channels}/${id}`, { groupId: group.body.data.id });
        await bob.client.post(`${channels}/${id}/join`);
      }
      const page = await open(bob);
      const shown = () => list(page).getByRole('link').allTextContents();
      await expect.poll(shown).toEqual(['general', 'design', 'sales']);
      const teams = list(page).getByRole('button', { name: 'Teams' });
      await teams.press('Enter');
      await expect.poll(shown).toEqual(['general']);
      expect(await teams.getAttribute('aria-expanded')).toBe('false');
      await page.reload();
      await expect.poll(shown).toEqual(['general']);

      const [sales] = (await owner.client.get(channels)).body.data;
      await owner.client.post(`/api/channels/${sales.id}/messages`, { content: 'News' });
      // What is unread shows in a closed section.
      await list(page).getByRole('link', { name: 'sales, 1 unread' }).waitFor();
      await teams.click();
      await expect.poll(shown).toEqual(['general', 'design', 'sales']);
      const toggle = page.getByRole('button', { name: 'Show unread channels only' });
      await toggle.click();
      await expect.poll(shown).toEqual(['general', 'sales']);
      await page.screenshot({ path: pictureFile('unread channels only') });
      expect(await faultsOf(page)).toEqual([]);
      await page.reload();
      await expect.poll(shown).toEqual(['general', 'sales']);
      await list(page).getByRole('link', { name: 'sales, 1 unread' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Mark as read' }).click();
      await expect.poll(shown).toEqual(['general']);
    });

    test('on a phone a finger that rests opens a sheet', async () => {
      const { bob, open } = await team('jana', ['bob']);
      const page = await open(bob, PHONE);
      await openLists(page);
      const link = list(page).getByRole('link', { name: 'general' });
      await rest(page, link);
      const menu = page.getByRole('menu', { name: 'Menu of general' });
      const box = await menu.boundingBox();
      expect(box && [box.x, Math.round(box.width), Math.round(box.y + box.height)]).toEqual([0, 390, 844]);
      await page.screenshot({ path: pictureFile('sheet of a channel at a phone') });
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'Add to favorites' }).click();
      await list(page).getByRole('button', { name: 'Favorites' }).waitFor();
    });

    test.each([
      ['desk', DESKTOP],
      ['phone', PHONE],
    ])('the switcher finds people, channels, servers and actions: at a %s', async (size, options) => {
      const { owner, bob, channels, open, create } = await team(`kai_${size}`, ['bob', 'cem']);
      const news = await create({ name: 'team-news' });
      await create({ name: 'netting' });
      await bob.client.post(`${channels}/${news}/join`);
      const page = await open(bob, options);
      const dialog = page.getByRole('dialog');
      const names = () => dialog.getByRole('option').locator('span[dir]').allTextContents();
      const find = async (text: string) => {
        if (size === 'desk') await page.keyboard.press('Control+k');
        else {
          await openLists(page);
          await page.getByRole('button', { name: 'Go to anything' }).click();
        }
        await dialog.getByRole('combobox').fill(text);
      };
      await page.getByRole('textbox', { name: 'Message general' }).waitFor();
      await owner.client.post(`/api/channels/${news}/messages`, { content: 'Read me' });
      // Unread comes first, and then what was visited.
      await find('');
      await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['team-news', 'general']);
      await page.screenshot({ path: pictureFile(`switcher at a ${size}`) });
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('combobox').fill('ntt');
      await expect.poll(names).toEqual(['netting']);
      await dialog.getByRole('combobox').fill('');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Message team-news' }).waitFor();
      await find(`kai_${size}_c`);
      await expect.poll(names).toEqual([`kai_${size}_cem`]);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: `Message kai_${size}_cem` }).waitFor();
      if (size === 'desk') await isWriting(page, `Message kai_${size}_cem`);
      await find('acme');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Message team-news' }).waitFor();
      await find('brws');
      await expect.poll(names).toEqual(['Browse channels']);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Browse channels' }).waitFor();
    });
  },
);

const openLists = (page: Page) => page.getByRole('button', { name: 'Open the list of channels' }).click();

/** Rests a finger on something until the page has taken it for a long press. */
async function rest(page: Page, on: Locator): Promise<void> {
  const box = await on.boundingBox();
  if (box === null) throw new Error('it is not shown');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 20, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('menu').waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
