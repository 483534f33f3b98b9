import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import { Colleague } from './web-client/colleague.js';
import { dropFile, picture } from './web-client/files.js';
import { DESKTOP, faultsOf, field, message, PHONE, Windows } from './web-client/windows.js';

const TABLET = { ...DESKTOP, viewport: { width: 820, height: 1180 }, colorScheme: 'dark' } as const;

/** What one does after the other on a working day, and what the others see of it. Each step begins where the last one has ended. */
const STEPS = {
  'they greet, and see who has joined': async ({ ada, bob }) => {
    await ada.sees(ada.page.getByText(new RegExp(`${bob.name}.* joined`)));
    await ada.write('Good morning, everybody');
    await bob.sees(message(bob.page, 'Good morning, everybody'));
    await bob.choose('Good morning, everybody', 'React with 👍');
    await ada.sees(message(ada.page, 'Good morning').getByRole('button', { name: /^👍 1/ }));
    await ada.keepPicture('1 greeting');
  },
  'a reply opens a thread, goes to the channel as well, and the row says who replied': async ({
    ada,
    bob,
  }) => {
    await bob.choose('Good morning, everybody', 'Reply in thread');
    const thread = bob.page.getByRole('complementary', { name: 'Thread' });
    await bob.write('Only here', 'Reply in thread');
    await thread.getByRole('checkbox', { name: 'Also send to the channel' }).check();
    await bob.write('And for all', 'Reply in thread');
    await bob.keepPicture('2 thread');
    await bob.close(thread);
    const row = ada.page.getByRole('button', { name: /^2 replies/ });
    await ada.sees(row, row.getByText(/^Last reply/), message(ada.page, 'And for all'));
    expect(await row.getAttribute('title')).toBe(bob.name);
    await ada.keepPicture('3 row of a thread');
  },
  'who is mentioned elsewhere sees it counted, and lands on it': async ({ ada, bob }) => {
    await ada.goTo('Direct messages');
    await bob.write(`@${ada.name} can you look?`);
    await ada.page.getByRole('link', { name: 'Acme, 1 mention' }).waitFor();
    await expect.poll(() => ada.page.title()).toMatch(/^\(1\)/);
    await ada.keepPicture('4 mention');
    await ada.page.getByRole('link', { name: 'Acme, 1 mention' }).click();
    await ada.goTo(/^general/);
    await ada.sees(message(ada.page, 'can you look?'));
    await expect.poll(() => ada.page.title()).not.toMatch(/^\(/);
  },
  'the arrow up changes what one wrote last': async ({ ada, bob }) => {
    await ada.write('On my wya');
    await ada.page.keyboard.press('ArrowUp');
    const edit = ada.page.getByRole('textbox', { name: 'Edit' });
    await edit.and(ada.page.locator(':focus')).waitFor();
    await ada.keepPicture('5 edit');
    await edit.fill('On my way');
    await ada.page.keyboard.press('Enter');
    await message(bob.page, 'On my way').getByText('(edited)').waitFor();
    await edit.waitFor({ state: 'detached' });
    await ada.hasFocus();
  },
  'a deletion is undone': async ({ ada }) => {
    await ada.choose('On my way', 'Delete');
    await message(ada.page, 'On my way').waitFor({ state: 'detached' });
    await ada.keepPicture('6 undo');
    await ada.page.getByRole('button', { name: 'Undo' }).click();
    await message(ada.page, 'On my way').waitFor();
  },
  'a picture is sent': async ({ ada, bob }) => {
    const file = { name: 'plans.png', mimeType: 'image/png', buffer: await picture(ada.page, 300, 200) };
    await dropFile(ada.page, file, { x: 200, y: 300 });
    await ada.page.getByText('Uploaded').waitFor();
    await ada.write('These are the plans');
    await bob.sees(message(bob.page, 'These are the plans').getByRole('img', { name: 'plans.png' }));
    await bob.keepPicture('7 picture');
  },
  'search finds a message, and leads to it': async ({ bob }) => {
    const { page } = bob;
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('morning');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Search' });
    const hit = panel.getByRole('button', { name: /morning, everybody/ });
    await hit.waitFor();
    await bob.keepPicture('8 search');
    expect(await faultsOf(page)).toEqual([]);
    await hit.click();
    await bob.sees(message(page, 'Good morning, everybody').first());
    if (bob.hasRoomBeside) await bob.close(panel);
    else await panel.waitFor({ state: 'detached' });
  },
  'a private channel begins with people, whom the switcher leads there': async ({ ada, bob }) => {
    const { page } = ada;
    await ada.openLists();
    await page.getByRole('button', { name: 'Create a channel' }).click();
    await page.getByLabel('Name of the channel').fill('plans');
    await page.getByLabel(/^Private/).check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog', { name: 'Add people to plans' }).waitFor();
    await add(ada, bob);
    await ada.hasFocus('Message plans');
    await bob.openLists();
    await bob.page.getByRole('button', { name: 'Go to anything' }).click();
    const goTo = bob.page.getByRole('dialog');
    await goTo.getByRole('combobox').fill('plan');
    await goTo.getByRole('option', { name: /plans/ }).waitFor();
    await bob.keepPicture('9 switcher');
    await bob.page.keyboard.press('Enter');
    await field(bob.page, 'Message plans').waitFor();
    await bob.write('I am in', 'Message plans');
    await ada.sees(message(page, 'I am in'), page.getByText(new RegExp(`${bob.name}.* joined`)));
    await ada.keepPicture('10 private channel');
  },
  'a profile says what both share': async ({ ada, bob }) => {
    const { page } = ada;
    await message(page, 'I am in').getByRole('button', { name: bob.name }).click();
    const card = page.getByRole('dialog').filter({ hasText: `@${bob.name}` });
    await card.getByText('Local time: ').waitFor();
    await card.getByText('Member', { exact: true }).waitFor();
    await ada.keepPicture('11 profile');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  },
  'several people have a conversation': async ({ ada, bob, cleo }) => {
    const { page } = ada;
    await ada.goTo('Direct messages');
    await page.getByRole('button', { name: 'New direct message' }).first().click();
    await add(ada, bob, cleo);
    const both = `${cleo.name}, ${bob.name}`;
    await page.getByRole('heading', { level: 1, name: both }).waitFor();
    await ada.write('Lunch, you two?', `Message ${both}`);
    await cleo.page.getByRole('link', { name: 'Direct messages, 1 mention' }).click();
    await cleo.page
      .getByRole('link', { name: /1 unread/ })
      .first()
      .click();
    await cleo.sees(message(cleo.page, 'Lunch, you two?'));
    await ada.keepPicture('12 conversation');
  },
  'a message is pinned, and another one comes back later': async ({ ada }) => {
    const { page } = ada;
    await ada.openLists();
    await page.getByRole('link', { name: 'Acme' }).click();
    await ada.goTo(/^general/);
    await ada.sees(message(page, 'These are the plans').getByRole('img', { name: 'plans.png' }));
    await ada.choose('Good morning, everybody', 'Pin');
    await page.getByRole('button', { name: 'Pinned messages' }).click();
    const pins = page.getByRole('complementary', { name: 'Pinned messages' });
    await pins.getByText('Good morning, everybody').waitFor();
    await ada.keepPicture('13 pins');
    await ada.close(pins);
    await ada.choose('can you look?', 'Remind me', 'In 20 minutes');
    await page.getByText(/^You will be reminded /).waitFor();
    await ada.keepPicture('14 reminder');
  },
  'what was missed is marked as read': async ({ ada, bob }) => {
    await ada.write('Nobody has to read this');
    await bob.openLists();
    const link = bob.page.getByRole('link', { name: /^general, \d+ unread/ });
    await link.waitFor();
    await bob.keepPicture('15 unread');
    await bob.menuOf(link);
    await bob.page.getByRole('menuitem', { name: 'Mark as read' }).click();
    await bob.page.getByRole('link', { name: 'general', exact: true }).waitFor();
  },
  'what is written without a connection is sent once it is back': async ({ ada, cleo }) => {
    const { page } = ada;
    await cleo.page.getByRole('link', { name: 'Acme' }).click();
    await page.context().setOffline(true);
    await page.getByText(/^Offline since/).waitFor();
    await field(page).focus();
    await page.keyboard.type('From the train');
    await page.keyboard.press('Enter');
    await message(page, 'From the train').waitFor();
    await ada.keepPicture('16 offline');
    await page.context().setOffline(false);
    await message(cleo.page, 'From the train').waitFor();
    expect(await message(cleo.page, 'From the train').count()).toBe(1);
  },
  'from right to left all is there as well, and one signs out': async ({ ada, bob }) => {
    await bob.page.evaluate("localStorage.setItem('palaver:language', 'ar')");
    await bob.page.reload();
    await expect.poll(() => bob.page.evaluate('document.documentElement.dir')).toBe('rtl');
    await message(bob.page, 'I am in').waitFor();
    await bob.keepPicture('17 from right to left');
    await ada.openLists();
    await ada.page.getByRole('button', { name: 'Settings' }).click();
    await ada.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await ada.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await ada.page.evaluate("localStorage.getItem('palaver:session')")).toBeNull();
  },
} as const satisfies Record<string, (team: Team) => Promise<void>>;

interface Team {
  readonly ada: Colleague;
  readonly bob: Colleague;
  readonly cleo: Colleague;
}

/** Chooses people in a dialog by the keyboard: a name and Enter for each, and Enter to go on. */
async function add({ page }: Colleague, ...people: readonly Colleague[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  const names = dialog.getByRole('combobox', { name: 'Names' });
  for (const { name } of people) {
    await names.fill(name);
    await expect
      .poll(() => dialog.getByRole('option').allTextContents())
      .toEqual([expect.stringContaining(name)]);
    await names.press('Enter');
  }
  await names.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  'a working day in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test.each([
      ['desk', DESKTOP],
      ['tablet', TABLET],
      ['phone', PHONE],
    ])('at a %s', async (size, options) => {
      const owner = await windows.withServer(`ada_${size}`, options);
      const team: Team = {
        ada: new Colleague(owner, size),
        bob: new Colleague(await windows.guest(`bob_${size}`, owner.invite, options), size),
        cleo: new Colleague(await windows.guest(`cleo_${size}`, owner.invite), 'desk'),
      };
      for (const [step, take] of Object.entries(STEPS)) {
        await take(team).catch((cause: unknown) => {
          throw new Error(`At the step "${step}" of the day at a ${size}`, { cause });
        });
      }
    });
  },
);
