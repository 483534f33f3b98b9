import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { field, message, WITHOUT_WORKER, Windows, write } from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the list of messages in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    /** Calls the service as the person of a window. */
    async function callerOf(page: Page): Promise<Client> {
      const session = await page.evaluate<{ token: string; userId: string }>(
        "JSON.parse(localStorage.getItem('palaver:session'))",
      );
      return windows.service.client(session.token, session.userId);
    }

    async function post(page: Page, texts: readonly string[]): Promise<string[]> {
      const caller = await callerOf(page);
      const ids: string[] = [];
      for (const content of texts) {
        const { body } = await caller.post(`/api/channels/${channelOf(page)}/messages`, { content });
        ids.push(body.data.id);
      }
      return ids;
    }

    test('who is at the end stays there through every change of height; who reads further up stays there', async () => {
      const { page } = await windows.withServer('alice', WITHOUT_WORKER);
      await post(page, LINES);
      const attach = page.locator('input[type=file]').first();
      await attach.setInputFiles({ name: 'high.png', mimeType: 'image/png', buffer: await pictureOf(page) });
      await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true);
      await expect.poll(() => toEnd(page)).toBe(0);
      await field(page).press('Enter');
      await page.getByRole('img', { name: 'high.png' }).waitFor();
      await expect.poll(() => toEnd(page)).toBe(0);
      await page.reload();
      await page.getByRole('img', { name: 'high.png' }).waitFor();
      await expect.poll(() => toEnd(page)).toBe(0);
      const [picture] = await page.getByRole('img', { name: 'high.png' }).all();
      expect(await picture?.boundingBox()).toMatchObject({ width: 200, height: 300 });
      // While it is on its way, its place is kept free.
      await page.route('**/api/attachments/*', () => {});
      await page.reload();
      await message(page, 'Line 39.').waitFor();
      await expect.poll(() => toEnd(page)).toBe(0);
      expect(await heightOf(page.getByRole('article').last())).toBeGreaterThan(300);
      await page.unroute('**/api/attachments/*');
      await page.reload();
      await page.getByRole('img', { name: 'high.png' }).waitFor();
      await page.getByRole('button', { name: 'Members' }).click();
      await page.getByRole('complementary', { name: 'Members' }).waitFor();
      await expect.poll(() => toEnd(page)).toBe(0);
      await page.setViewportSize({ width: 900, height: 480 });
      await expect.poll(() => toEnd(page)).toBe(0);
      await field(page).fill('1\n2\n3\n4\n5');
      await expect.poll(() => toEnd(page)).toBe(0);
      await field(page).fill('');

      await page.setViewportSize({ width: 1280, height: 800 });
      await message(page, 'high.png').or(page.getByRole('article').last()).hover();
      await page.mouse.wheel(0, -900);
      await page.getByRole('button', { name: 'Jump to the latest messages' }).waitFor();
      const read = await firstSeen(page);
      const place = await topOf(read);
      await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
      await field(page).fill('1\n2\n3\n4\n5');
      await expect.poll(async () => Math.abs((await topOf(read)) - place)).toBeLessThan(2);
    });

    test('what is new is where the channel opens, and the pill counts it', async () => {
      const alice = await windows.withServer('bob');
      const { page } = await windows.guest('carl', alice.invite);
      await post(alice.page, LINES);
      await message(page, 'Line 39.').waitFor();
      await expect.poll(() => toEnd(page)).toBe(0);
      await page.getByRole('link', { name: 'Direct messages' }).click();
      await post(
        alice.page,
        LINES.map((line) => `New: ${line}`),
      );
      await page.getByRole('link', { name: 'Acme' }).click();
      await page.getByRole('link', { name: /general/ }).click();
      await page.getByText('New messages', { exact: true }).waitFor();
      const log = await topOf(page.getByRole('log'));
      await expect
        .poll(async () => (await topOf(page.getByText('New messages', { exact: true }))) - log)
        .toBeLessThan(120);
      await message(page, 'New: Line 0.').waitFor();
      await page.getByRole('button', { name: '40 new messages' }).waitFor();
      await post(alice.page, ['And one more']);
      await page.getByRole('button', { name: '41 new messages' }).click();
      await message(page, 'And one more').waitFor();
      await expect.poll(() => toEnd(page)).toBe(0);
      await page.getByRole('link', { name: 'general', exact: true }).waitFor();
    });

    test('Back returns to the place where one read, and the link of a deleted message says so', async () => {
      const { page } = await windows.withServer('dan');
      const ids = await post(page, LINES);
      const channel = page.url();
      await message(page, 'Line 39.').hover();
      await page.mouse.wheel(0, -1_200);
      await page.getByRole('button', { name: 'Jump to the latest messages' }).waitFor();
      await expect.poll(() => page.evaluate('history.state?.readingPlace?.messageId')).toBeTruthy();
      const read = await firstSeen(page);
      const place = await topOf(read);
      await page.getByRole('link', { name: 'Direct messages' }).click();
      await page
        .getByRole('heading', { name: 'Direct messages' })
        .or(page.getByText('Inbox'))
        .first()
        .waitFor();
      await page.goBack();
      await read.waitFor();
      await expect.poll(async () => Math.abs((await topOf(read)) - place)).toBeLessThan(2);

      await (await callerOf(page)).delete(`/api/messages/${ids[3]}`);
      await page.goto(`${channel}?message=${ids[3]}`);
      await page
        .getByText('The message of this link was deleted, or is not in this channel.')
        .first()
        .waitFor();
      await message(page, 'Line 39.').waitFor();
      await page.goto(`${channel}?message=${ids[5]}`);
      await expect.poll(() => message(page, 'Line 5.').getAttribute('data-target')).toBe('true');
    });

    test('on a desk the composer has the keyboard, and what is typed loosely goes into it', async () => {
      const { page } = await windows.withServer('eva');
      const box = field(page);
      await page.reload();
      await expect.poll(() => hasFocus(box)).toBe(true);
      await page.getByRole('heading', { name: 'general', level: 1 }).click();
      await page.keyboard.type('loose');
      expect(await box.inputValue()).toBe('loose');
      await page.keyboard.press('Enter');
      await expect.poll(() => message(page, 'loose').getAttribute('aria-busy')).toBeNull();
      const reply = async () => {
        await message(page, 'loose').first().hover();
        await message(page, 'loose').first().getByRole('button', { name: 'Reply in thread' }).click();
      };
      const answer = page.getByRole('textbox', { name: 'Reply in thread' });
      await reply();
      await expect.poll(() => hasFocus(answer)).toBe(true);
      await box.click();
      await reply();
      await expect.poll(() => hasFocus(answer)).toBe(true);
      await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => hasFocus(box)).toBe(true);

      await page.getByRole('button', { name: 'Create a channel' }).click();
      await page.getByLabel('Name of the channel').fill('made');
      await page.keyboard.press('Enter');
      await expect.poll(() => hasFocus(field(page, 'Message made'))).toBe(true);
      await page.getByRole('link', { name: 'general' }).click();
      await expect.poll(() => hasFocus(box)).toBe(true);
    });

    test.each([
      ['a thread', 'thread-panel', (page: Page) => answerTo(page, 'Who comes?'), 'Reply in thread'],
      ['the switcher', 'quick-switcher', (page: Page) => page.keyboard.press('Control+k'), 'Search'],
      ['the search', 'search-panel', openSearch, 'Search'],
    ] as const)(
      'what is typed while %s is still being loaded goes into its field, and never into the channel',
      async (_name, file, open, label) => {
        const { page } = await windows.withServer('ike', WITHOUT_WORKER);
        await write(page, 'Who comes?');
        await expect.poll(() => message(page, 'Who comes?').getAttribute('aria-busy')).toBeNull();
        let arrive = () => {};
        const arrived = new Promise<void>((resolve) => {
          arrive = resolve;
        });
        await page.route(new RegExp(file), async (route) => {
          await arrived;
          await route.continue();
        });
        await page.reload();
        await message(page, 'Who comes?').waitFor();
        await open(page);
        await page.keyboard.type('I do, and Ipa');
        await page.keyboard.press('Backspace');
        await page.keyboard.press('Backspace');
        await page.keyboard.type('da');
        await page.keyboard.press('Enter');
        // A machine that is busy: what is shown gets the keyboard late.
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 30 });
        arrive();
        const answer = page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'));
        await expect.poll(() => hasFocus(answer)).toBe(true);
        await expect.poll(() => answer.inputValue()).toBe('I do, and Ida');
        expect(await page.getByLabel('Message general').inputValue()).toBe('');
        expect(await page.locator('article', { hasText: 'I do' }).count()).toBe(0);
        // A slowed page takes processor time from the next tests.
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      },
    );

    test('the arrow up changes the last message of one’s own, also out of sight, and Save and Esc lead back', async () => {
      const { page, invite } = await windows.withServer('fred');
      const gina = await windows.guest('gina', invite);
      await write(page, 'Mine to change');
      await message(gina.page, 'Mine to change').waitFor();
      await post(gina.page, LINES);
      await message(page, 'Line 39.').waitFor();
      await field(page).press('ArrowUp');
      const edit = page.getByRole('textbox', { name: 'Edit' });
      await expect.poll(() => hasFocus(edit)).toBe(true);
      await expect.poll(() => isInSight(page, edit)).toBe(true);
      await page.keyboard.type(', changed');
      await page.keyboard.press('Enter');
      await message(page, 'Mine to change, changed').waitFor();
      await expect.poll(() => hasFocus(field(page))).toBe(true);
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => hasFocus(edit)).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => hasFocus(field(page))).toBe(true);

      await page.keyboard.press('ArrowUp');
      await edit.fill('');
      await page.keyboard.press('Enter');
      const asked = page.getByRole('dialog', { name: 'Its text is empty. Delete the message?' });
      await asked.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect.poll(() => message(page, 'Mine to change').count()).toBe(0);
      await message(gina.page, 'Line 39.').waitFor();
      // It can be undone for some seconds.
      await expect.poll(() => message(gina.page, 'Mine to change').count()).toBe(0);
    });

    test('what is typed into a message that a moderator deletes, and into a channel that ends, is kept', async () => {
      const alice = await windows.withServer('hugo');
      const { page } = await windows.guest('ina', alice.invite);
      const [id] = await post(page, ['Soon gone']);
      await message(page, 'Soon gone').waitFor();
      await field(page).press('ArrowUp');
      const edit = page.getByRole('textbox', { name: 'Edit' });
      await edit.fill('Soon gone, but not this');
      const caller = await callerOf(alice.page);
      await caller.delete(`/api/messages/${id}`);
      await page.getByText('The message was deleted while you changed it.').first().waitFor();
      await expect.poll(() => field(page).inputValue()).toBe('Soon gone, but not this');

      const { body } = await caller.post(`/api/servers/${serverOf(alice.page)}/channels`, { name: 'ends' });
      await page.goto(`/servers/${serverOf(alice.page)}/channels/${body.data.id}`);
      await page.getByRole('button', { name: 'Join channel' }).click();
      await field(page, 'Message ends').fill('Not sent yet');
      const kept = page.getByRole('region', { name: 'What you had begun to write here' });
      const path = `/api/servers/${serverOf(alice.page)}/channels/${body.data.id}`;
      await caller.patch(path, { archived: true });
      await kept.getByText('Not sent yet').waitFor();
      await caller.delete(path);
      await page.getByRole('heading', { name: 'This is not here any more' }).waitFor();
      await kept.getByText('Not sent yet').waitFor();
    });
  },
);

const LINES = Array.from({ length: 40 }, (_, index) =>
  `Line ${index}. ${'and so on '.repeat(index % 9)}`.trim(),
);

const channelOf = (page: Page) => new URL(page.url()).pathname.split('/')[4] ?? '';
const serverOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? '';

/** A picture that is higher than wide. */
async function pictureOf(page: Page): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 200;
    canvas.height = 300;
    return canvas.toDataURL('image/png');
  })()`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** How many pixels of the messages are hidden below what is seen. */
const toEnd = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const all = [...document.querySelectorAll('[role=log] div')];
    const list = all.find((each) => getComputedStyle(each).overflowY === 'auto');
    return Math.round(list.scrollHeight - list.clientHeight - list.scrollTop);
  })()`);

const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN;

const heightOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.height ?? 0;

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each.matches(':focus'), undefined, { timeout: 5_000 });

/** The first message of which the beginning is seen. */
async function firstSeen(page: Page): Promise<Locator> {
  const log = await topOf(page.getByRole('log'));
  for (const line of LINES.toReversed().map((_, index) => `Line ${index}.`)) {
    const row = message(page, line);
    if ((await row.count()) === 1 && (await topOf(row)) >= log) return row;
  }
  throw new Error('No message is seen');
}

async function isInSight(page: Page, element: Locator): Promise<boolean> {
  const [box, log] = [await element.boundingBox(), await page.getByRole('log').boundingBox()];
  return box !== null && log !== null && box.y >= log.y && box.y + box.height <= log.y + log.height;
}

/** Opens the thread of a message. */
async function answerTo(page: Page, text: string): Promise<void> {
  await message(page, text).hover();
  await message(page, text).getByRole('button', { name: 'Reply in thread' }).click();
}

const openSearch = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Search' }).click();
