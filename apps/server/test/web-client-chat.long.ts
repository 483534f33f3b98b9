import { connect } from '@palaver/db';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import {
  faultsOf,
  field,
  message,
  PHONE,
  pictureFile,
  WITHOUT_WORKER,
  Windows,
  write,
} from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the chat of the web client in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('people, channels and emoji are completed with the keyboard', async () => {
      const alice = await windows.withServer('alice');
      const bob = await windows.guest('bob', alice.invite);
      const { page } = alice;
      const box = field(page);
      await box.pressSequentially('Hi @bo');
      const options = page.getByRole('option');
      await options.filter({ hasText: bob.username }).waitFor();
      expect(await box.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'));
      await page.keyboard.press('Enter');
      await box.pressSequentially('@chan');
      await options.filter({ hasText: '@channel' }).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => options.count()).toBe(0);
      await page.keyboard.press('Backspace');
      await options.filter({ hasText: '@channel' }).waitFor();
      await page.keyboard.press('Tab');
      await box.pressSequentially('in #gen');
      await options.filter({ hasText: '#general' }).waitFor();
      await page.keyboard.press('Enter');
      await box.pressSequentially(':tad');
      await options.filter({ hasText: ':tada:' }).waitFor();
      await page.keyboard.type('a:');
      expect(await box.inputValue()).toBe(`Hi @${bob.username} @channel in #general 🎉 `);
      await page.keyboard.press('Enter');
      const sent = message(bob.page, 'in #general');
      await sent.getByRole('button', { name: `@${bob.username}` }).waitFor();
      await sent.getByRole('link', { name: '#general' }).waitFor();
      await bob.page.getByRole('link', { name: 'Direct messages' }).click();
      await bob.page.getByRole('link', { name: /^Inbox/ }).click();
      await bob.page.getByRole('link', { name: `${alice.username} mentioned you in #general` }).waitFor();
      expect(await faultsOf(bob.page)).toEqual([]);

      await box.pressSequentially(`Thanks @${bob.username}`);
      await options.filter({ hasText: bob.username }).waitFor();
      await page.keyboard.press('Enter');
      await message(page, 'Thanks').waitFor();
    });

    test('an emoji is picked with the keyboard, and what the service refuses is told', async () => {
      const { page } = await windows.withServer('carol');
      await write(page, 'React to me');
      const row = message(page, 'React to me');
      await expect.poll(() => row.getAttribute('aria-busy')).toBeNull();
      await row.hover();
      await row.getByRole('button', { name: 'React', exact: true }).click();
      const picker = page.getByRole('dialog', { name: 'Pick an emoji' });
      await picker.getByRole('gridcell', { name: 'grinning face', exact: true }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.type('hatching');
      await expect.poll(() => picker.getByRole('gridcell').count()).toBe(1);
      const reacted = page.waitForResponse(/messages\.react/);
      await page.keyboard.press('Enter');
      await row.getByRole('button', { name: /^🐣 1/ }).waitFor();
      // It is shown before the service has it, which takes none in a channel that is archived.
      await reacted;
      await page.evaluate(archiveOpenChannel);
      await page.getByText('This channel is archived.').waitFor();
      await row.getByRole('button', { name: /^🐣 1/ }).click();
      await page
        .getByText(/archived and takes no/i)
        .first()
        .waitFor();
    });

    test('a message is forwarded with its text, and with a link for those who see where it comes from', async () => {
      const alice = await windows.withServer('faye');
      const bob = await windows.guest('gus', alice.invite);
      const { page } = alice;
      await write(page, 'Not for everybody');
      const source = message(page, 'Not for everybody');
      await expect.poll(() => source.getAttribute('aria-busy')).toBeNull();
      await openDm(bob.page, alice.username);
      await source.hover();
      await source.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Forward' }).click();
      const dialog = page.getByRole('dialog', { name: 'Forward this message' });
      await dialog.getByRole('searchbox').fill(bob.username);
      await expect.poll(() => dialog.getByRole('radio').count()).toBe(1);
      expect(await faultsOf(page)).toEqual([]);
      await dialog.getByRole('textbox', { name: 'Say something about it' }).fill('Look at this');
      await page.keyboard.press('Enter');
      await page.getByText(`Forwarded to ${bob.username}`).waitFor();
      const received = message(bob.page, 'Look at this');
      await received.getByText(`Forwarded from ${alice.username}`).waitFor();
      await received.getByRole('blockquote').getByText('Not for everybody').waitFor();
      await received.getByRole('link', { name: '#general' }).click();
      await message(bob.page, 'Not for everybody').waitFor();
    });

    test('a reply is sent to the channel as well where one asks for it, and leads to its thread there', async () => {
      const alice = await windows.withServer('ruth');
      const bob = await windows.guest('sven', alice.invite, PHONE);
      const { page } = alice;
      const [inChannel, inThread] = [page.getByRole('main'), page.locator('aside')];
      await write(page, 'Who brings the **cake** on Friday, and who the candles?');
      await message(page, 'Who brings').hover();
      await message(page, 'Who brings').getByRole('button', { name: 'Reply in thread' }).click();
      const also = page.getByRole('checkbox', { name: 'Also send to the channel' });
      expect(await also.isChecked()).toBe(false);
      await write(page, 'In the thread alone', 'Reply in thread');
      await also.check();
      await write(page, 'I bring it', 'Reply in thread');
      const [listed, answer] = [inChannel, inThread].map((list) =>
        list.getByRole('article').filter({ hasText: 'I bring it' }),
      );
      await listed?.getByRole('button', { name: 'Who brings the cake' }).waitFor();
      await answer?.waitFor();
      expect(await answer?.getByText('Replied to').count()).toBe(0);
      expect(await also.isChecked()).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('a reply in the channel as well, at a desk') });
      // Another thread, and the same one later, begin without.
      await page.getByRole('button', { name: 'Close' }).click();
      await inChannel.getByRole('button', { name: '2 replies' }).click();
      expect(await also.isChecked()).toBe(false);

      await message(bob.page, 'I bring it').getByRole('button', { name: 'Who brings the cake' }).tap();
      await message(bob.page, 'In the thread alone').waitFor();
      await bob.page.getByRole('checkbox', { name: 'Also send to the channel' }).waitFor();
      await bob.page.screenshot({ path: pictureFile('a thread on a phone, with the way to the channel') });
      await bob.page.getByRole('button', { name: 'Close' }).tap();
      await message(bob.page, 'I bring it').getByText('Replied to').waitFor();
      expect(await faultsOf(bob.page)).toEqual([]);
      await bob.page.screenshot({ path: pictureFile('a reply in the channel as well, on a phone') });

      await listed?.hover();
      await listed?.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect.poll(() => message(page, 'I bring it').count()).toBe(0);
      await expect.poll(() => message(bob.page, 'I bring it').count()).toBe(0);
      await inChannel.getByRole('button', { name: '1 reply' }).waitFor();
    });

    test('what one begins to write is on the other device, and is sent later', async () => {
      const alice = await windows.withServer('dora');
      const phone = await windows.openWindow(PHONE);
      await phone.goto('/login');
      const session = await alice.page.evaluate("localStorage.getItem('palaver:session')");
      await phone.evaluate(`localStorage.setItem('palaver:session', ${JSON.stringify(session)})`);
      await phone.goto(alice.page.url());
      await field(alice.page).fill('Written **at the** desk');
      await expect.poll(() => field(phone).inputValue()).toBe('Written **at the** desk');
      await alice.page.getByRole('button', { name: 'Send later' }).click();
      await alice.page.getByRole('menuitem').first().click();
      await alice.page.getByText(/^It will be sent/).waitFor();
      await expect.poll(() => field(phone).inputValue()).toBe('');

      await alice.page.getByRole('link', { name: 'Direct messages' }).click();
      await alice.page.getByRole('link', { name: 'Drafts and scheduled' }).click();
      const waiting = alice.page.getByRole('article').filter({ hasText: 'Written at the desk' });
      await waiting.getByRole('button', { name: 'Change time' }).click();
      await alice.page.getByLabel('Day and time').fill('2040-01-01T10:00');
      // No more than a year ahead.
      await alice.page.getByRole('button', { name: 'Save' }).click();
      await alice.page.getByRole('alert').waitFor();
      await alice.page.keyboard.press('Escape');
      expect(await faultsOf(alice.page)).toEqual([]);
      await waiting.getByRole('button', { name: 'Send now' }).click();
      await message(phone, 'Written at the desk').waitFor();
      await expect.poll(() => waiting.count()).toBe(0);
    });

    test('pins, saved messages, earlier texts and reports', async () => {
      const alice = await windows.withServer('emil');
      const { page } = await windows.guest('fay', alice.invite);
      await write(alice.page, 'First text');
      const row = message(alice.page, 'First text');
      await expect.poll(() => row.getAttribute('aria-busy')).toBeNull();
      await field(alice.page).press('ArrowUp');
      await alice.page.getByRole('textbox', { name: 'Edit' }).fill('Second text');
      await alice.page.keyboard.press('Enter');
      const read = message(page, 'Second text');
      const openMenu = async (on: Page) => {
        const row = message(on, 'Second text').first();
        await row.hover();
        await row.getByRole('button', { name: 'More actions' }).click();
      };
      const choose = async (name: string, on = page) => {
        await openMenu(on);
        await on.getByRole('menuitem', { name }).click();
      };
      await read.waitFor();
      await choose('Edit history', alice.page);
      await alice.page.getByRole('dialog').getByText('First text').waitFor();
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Report' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'Edit history' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await choose('Report');
      await page.getByLabel('What is wrong with it?').fill('Spam');
      await page.getByRole('button', { name: 'Report' }).click();
      await page.getByText('The moderators have your report.').waitFor();
      await choose('Pin');
      await page.getByRole('button', { name: 'Pinned messages' }).click();
      await page.getByRole('complementary').getByText('Second text').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await read.first().hover();
      await read.first().getByRole('button', { name: 'Save for later' }).click();
      await page.getByRole('link', { name: 'Direct messages' }).click();
      await page.getByRole('link', { name: 'Saved', exact: true }).click();
      await page.getByRole('link', { name: 'Go to the message' }).click();
      await expect.poll(() => message(page, 'Second text').first().getAttribute('data-target')).toBe('true');
    });

    test('a reminder is set from the menu of a message, changed in the list, and comes into the inbox', async () => {
      const { page } = await windows.withServer('rhea');
      await write(page, 'Water the plants');
      await expect.poll(() => message(page, 'Water the plants').getAttribute('aria-busy')).toBeNull();
      await message(page, 'Water the plants').hover();
      await message(page, 'Water the plants').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Remind me' }).click();
      await page.getByRole('menuitem', { name: 'Tomorrow at 09:00' }).waitFor();
      await page.screenshot({ path: pictureFile('the times of a reminder') });
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'In 20 minutes' }).click();
      await page.getByText(/^You will be reminded /).waitFor();

      await page.setViewportSize({ width: 390, height: 844 });
      await message(page, 'Water the plants').hover();
      await message(page, 'Water the plants').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Remind me' }).click();
      await page.getByRole('menuitem', { name: 'Remove the reminder' }).waitFor();
      await page.screenshot({ path: pictureFile('the times of a reminder on a phone') });
      await page.goto('/saved');
      await page.getByText(/^Reminder: /).waitFor();
      await page.getByRole('button', { name: 'Remind me' }).click();
      await page.screenshot({ path: pictureFile('a saved message with a reminder on a phone') });
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'Remove the reminder' }).click();
      await page.getByText(/^Reminder: /).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Remind me' }).click();
      await page.getByRole('menuitem', { name: 'Another time…' }).click();
      await page.getByLabel('Day and time').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Reminder: /).waitFor();

      const sql = connect(windows.service.connection, { max: 1 });
      await sql`update saved_messages set remind_at = now()`;
      await sql.end();
      await page.getByText(/^Reminder: /).waitFor({ state: 'detached' });
      await page.goto('/inbox');
      const row = page.getByRole('article').filter({ hasText: 'Water the plants' });
      await row.getByText(/^Reminder: rhea.* wrote in #general$/).waitFor();
      await page.screenshot({ path: pictureFile('a reminder in the inbox on a phone') });
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('a reminder in the inbox') });
      await row.getByRole('link').click();
      await expect
        .poll(() => message(page, 'Water the plants').first().getAttribute('data-target'))
        .toBe('true');
      await page.goto('/inbox');
      await page.getByRole('button', { name: 'Unread' }).click();
      await row.waitFor({ state: 'detached' });
    });

    test('what is marked as unread stays so; a channel is a favorite, and muted', async () => {
      const alice = await windows.withServer('gus');
      const { page } = await windows.guest('hal', alice.invite);
      await write(alice.page, 'One');
      await write(alice.page, 'Two');
      await message(page, 'Two').waitFor();
      await message(page, 'One').hover();
      await message(page, 'One').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
      await page.getByText('New messages').waitFor();
      await page.getByRole('link', { name: 'general, 2 unread' }).waitFor();
      await page.getByRole('button', { name: 'Options of this channel' }).click();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'Add to favorites' }).click();
      await page.getByRole('heading', { name: 'Favorites' }).waitFor();
      await page.getByRole('button', { name: 'Options of this channel' }).click();
      await page.getByRole('menuitem', { name: 'Until I change it' }).click();
      await page.getByRole('button', { name: 'Options of this channel' }).click();
      await page.getByRole('menuitem', { name: 'Unmute' }).click();
    });

    test('whom one has blocked is not read by accident', async () => {
      const alice = await windows.withServer('ian');
      const jo = await windows.guest('jo', alice.invite);
      await write(jo.page, 'Something unpleasant');
      await message(alice.page, 'Something unpleasant').waitFor();
      const author = alice.page.getByRole('main').getByRole('button', { name: jo.username, exact: true });
      await author.click();
      const card = alice.page.getByRole('dialog', { name: jo.username });
      await card.getByRole('button', { name: 'Message', exact: true }).waitFor();
      expect(await faultsOf(alice.page)).toEqual([]);
      await alice.page.keyboard.press('Escape');
      await expect.poll(() => author.evaluate((element) => element.matches(':focus'))).toBe(true);
      await alice.page.keyboard.press('Enter');
      await card.getByRole('button', { name: 'Block' }).click();
      await card.getByRole('button', { name: 'Unblock' }).waitFor();
      await alice.page.keyboard.press('Escape');
      await alice.page.getByText('A message of somebody you have blocked.').waitFor();
      expect(await message(alice.page, 'Something unpleasant').count()).toBe(0);
      await alice.page.getByRole('button', { name: 'Show', exact: true }).click();
      await message(alice.page, 'Something unpleasant').waitFor();
    });

    test('the browser tells of what comes once somebody has asked for it, and leads to the message', async () => {
      const alice = await windows.withServer('kim');
      const turnOn = async (page: Page) => {
        await page.getByRole('link', { name: 'Direct messages' }).click();
        await page.getByRole('link', { name: /^Inbox/ }).click();
        await page.getByRole('button', { name: 'Turn on' }).click();
        await page.getByRole('button', { name: 'Turn off' }).waitFor();
      };
      const { page, username } = await windows.guest('lee', alice.invite, WITHOUT_WORKER);
      await page.evaluate(recordNotifications);
      await turnOn(page);
      await write(alice.page, `Ring, @${username}`);
      const title = `${alice.username} (#general)`;
      await expect.poll(() => page.evaluate('shown.map(({ title }) => title)')).toEqual([title]);
      await page.evaluate('shown[0].onclick()');
      await expect.poll(() => message(page, 'Ring,').getAttribute('data-target')).toBe('true');

      // Where there is a service worker, it shows them.
      const other = await windows.guest('mo', alice.invite);
      await other.page.context().grantPermissions(['notifications'], { origin: windows.service.url });
      await turnOn(other.page);
      await other.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      await write(alice.page, `Ring, @${other.username}`);
      const [worker] = other.page.context().serviceWorkers();
      const shown = () =>
        worker?.evaluate('registration.getNotifications().then((all) => all.map(({ title }) => title))');
      await expect.poll(shown).toEqual([title]);
      await worker?.evaluate(`registration.getNotifications().then(([notification]) => {
        dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      })`);
      await expect
        .poll(() => message(other.page, `Ring, @${other.username}`).getAttribute('data-target'))
        .toBe('true');
    });

    test('a page that an upgrade has left behind loads itself anew', async () => {
      const { page } = await windows.withServer('mia', WITHOUT_WORKER);
      await page.route('**/assets/inbox-page*', (route) => route.fulfill({ status: 404 }));
      await page.route(`${windows.service.url}/`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<script src="/assets/another.js"></script>' }),
      );
      await page.getByRole('link', { name: 'Direct messages' }).click();
      const loaded = page.waitForEvent('load');
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await loaded;
      await page.unroute('**/assets/inbox-page*');
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    });
  },
);

/** Begins a direct message with somebody, who is found by their name. */
async function openDm(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Direct messages' }).click();
  await page.getByRole('button', { name: 'New direct message' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Names' }).fill(username);
  await dialog.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: username }).waitFor();
}

/** As the person of the page, who owns the server. */
const archiveOpenChannel = `(async () => {
  const [, , serverId, , channelId] = location.pathname.split('/');
  const { token } = JSON.parse(localStorage.getItem('palaver:session'));
  await fetch('/api/servers/' + serverId + '/channels/' + channelId, {
    method: 'PATCH',
    headers: { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ archived: true }),
  });
})()`;

/** A headless browser shows none. */
const recordNotifications = `
  globalThis.shown = [];
  globalThis.Notification = class {
    static permission = 'default';
    static async requestPermission() {
      return (Notification.permission = 'granted');
    }
    constructor(title, options) {
      Object.assign(this, { title, ...options, close: () => {} });
      shown.push(this);
    }
  };
`;
