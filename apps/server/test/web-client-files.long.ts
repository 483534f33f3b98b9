import { noisyPhoto } from '@palaver/core/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './docs/browser.js';
import {
  dropFile,
  holdOriginals,
  holdUploads,
  oneSecondOfSound,
  overWindow,
  pdfOf,
  picture,
} from './web-client/files.js';
import {
  DESKTOP,
  faultsOf,
  field,
  message,
  pictureFile,
  WITHOUT_WORKER,
  Windows,
  write,
} from './web-client/windows.js';

const naturalWidth = (image: { naturalWidth?: number }) => image.naturalWidth;
const durationOf = (player: { duration?: number }) => player.duration;
const chips = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');

describe.skipIf(CHROMIUM_PATH === undefined)(
  'files in the web client in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    test('files dropped anywhere are attached where the window says', async () => {
      const { page } = await windows.withServer('ada', DESKTOP);
      const file = { name: 'plans.png', mimeType: 'image/png', buffer: await picture(page, 600, 400) };
      await overWindow(page, file, { x: 40, y: 300 });
      await page.getByText('Drop the files to attach them: Message general').waitFor();
      await page.screenshot({ path: pictureFile('files over the window') });
      expect(await faultsOf(page)).toEqual([]);
      await dropFile(page, file, { x: 40, y: 300 });
      const chip = chips(page).first();
      await chip.getByText('Uploaded').waitFor();
      await chip.getByText('plans.png').waitFor();
      await chip.getByText(/^\d+ (B|kB)$/).waitFor();
      expect(await chip.locator('img').evaluate(naturalWidth)).toBe(600);
      expect(await page.getByText('Drop the files').count()).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
      await page.screenshot({ path: pictureFile('a file that is attached') });
      // The drop has put the keyboard where one goes on.
      await page.keyboard.type('Our plans');
      await page.keyboard.press('Enter');
      await message(page, 'Our plans').getByRole('img', { name: 'plans.png' }).waitFor();
      await expect.poll(() => chips(page).count()).toBe(0);

      await message(page, 'Our plans').hover();
      await message(page, 'Our plans').getByRole('button', { name: 'Reply in thread' }).click();
      await field(page, 'Reply in thread').waitFor();
      await dropFile(page, file, { x: 1200, y: 100 });
      await page.getByRole('complementary', { name: 'Thread' }).getByText('Uploaded').waitFor();
      expect(await chips(page).count()).toBe(1);

      await page.goto('/settings/profile');
      await page.getByRole('heading').first().waitFor();
      await overWindow(page, file, { x: 600, y: 300 });
      await page.getByText('Open a conversation to attach files.').waitFor();
      await dropFile(page, file, { x: 600, y: 300 });
      await expect.poll(() => page.getByText('Open a conversation to attach files.').count()).toBe(0);
      expect(new URL(page.url()).pathname).toContain('/settings');
    });

    test('Enter during an upload sends the message when the file is there, also from another channel', async () => {
      const { page } = await windows.withServer('bea', WITHOUT_WORKER);
      const file = { name: 'slow.png', mimeType: 'image/png', buffer: await picture(page, 300, 200) };
      const release = await holdUploads(page);
      await dropFile(page, file, { x: 700, y: 300 });
      await chips(page).getByRole('progressbar').waitFor();
      await field(page).fill('Not finished');
      await page.keyboard.press('Enter');
      const waiting = page.getByText('It is sent as soon as the files are uploaded.');
      await waiting.waitFor();
      await page.screenshot({ path: pictureFile('a message that waits for its file') });
      expect(await faultsOf(page)).toEqual([]);
      // Who goes on writing sends it again.
      await field(page).fill('Finished');
      await expect.poll(() => waiting.count()).toBe(0);
      await page.keyboard.press('Enter');
      await waiting.waitFor();
      expect(await field(page).inputValue()).toBe('Finished');
      await page.getByRole('link', { name: 'Direct messages' }).click();
      release();
      await page.goBack();
      await message(page, 'Finished').getByRole('img', { name: 'slow.png' }).waitFor();
      expect(await field(page).inputValue()).toBe('');
      expect(await message(page, 'Not finished').count()).toBe(0);
    });

    test('a file that is refused says why, keeps the text and can be uploaded again', async () => {
      const { page } = await windows.withServer('cleo', WITHOUT_WORKER);
      const error = 'All storage of this service is used.';
      const refusal = { status: 507, json: { error, code: 'STORAGE_FULL' } };
      await page.route(/\/attachments$/, (route) => route.fulfill(refusal), { times: 1 });
      await field(page).fill('With a file');
      await dropFile(
        page,
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
        { x: 700, y: 300 },
      );
      await chips(page).getByRole('alert').getByText(error).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Upload notes.txt again' }).click();
      await chips(page).getByText('Uploaded').waitFor();
      await field(page).press('Enter');
      await message(page, 'With a file').getByText('notes.txt').waitFor();
    });

    test('a message loads a photo in the size that is shown, and the viewer shows that one until the original is there', async () => {
      const { page } = await windows.withServer('eve', { ...WITHOUT_WORKER, deviceScaleFactor: 2 });
      const buffer = await noisyPhoto(2400, 1800);
      await dropFile(page, { name: 'sea.jpg', mimeType: 'image/jpeg', buffer }, { x: 700, y: 300 });
      await chips(page).getByText('Uploaded').waitFor();
      const release = await holdOriginals(page);
      await write(page, 'The sea');
      const row = message(page, 'The sea');
      await expect.poll(() => row.getByRole('img', { name: 'sea.jpg' }).evaluate(naturalWidth)).toBe(720);
      await row.getByRole('button', { name: 'View sea.jpg' }).click();
      const shown = page.getByRole('dialog').getByRole('img');
      const place = () => shown.boundingBox();
      await expect.poll(async () => (await place())?.height).toBeGreaterThan(600);
      const before = await place();
      await page.screenshot({ path: pictureFile('a photo in the viewer before it is loaded') });
      expect(await shown.evaluate(naturalWidth)).not.toBe(1800);
      release();
      await expect.poll(() => shown.evaluate(naturalWidth)).toBe(1800);
      expect(await place()).toEqual(before);
      await page.screenshot({ path: pictureFile('a photo in the viewer') });
    });

    test('pictures are viewed in the whole window, sound is played and a text is read', async () => {
      const { page } = await windows.withServer('dina', DESKTOP);
      for (const [name, mimeType, buffer] of [
        ['first.png', 'image/png', await picture(page, 900, 1200)],
        ['second.png', 'image/png', await picture(page, 300, 500)],
        ['tone.wav', 'audio/wav', oneSecondOfSound()],
        ['plan.pdf', 'application/pdf', pdfOf('The plan of the day')],
        ['notes.md', 'text/markdown', Buffer.from('# Notes\n\nBring <b>bread</b>.')],
      ] as const)
        await dropFile(page, { name, mimeType, buffer }, { x: 700, y: 300 });
      await expect.poll(() => chips(page).getByText('Uploaded').count()).toBe(5);
      await write(page, 'All of it');
      const row = message(page, 'All of it');
      const first = row.getByRole('img', { name: 'first.png' });
      await expect.poll(() => first.evaluate(naturalWidth)).toBe(480);
      const player = row.getByLabel('tone.wav', { exact: true });
      await expect.poll(() => player.evaluate(durationOf)).toBe(1);
      await page.screenshot({ path: pictureFile('files of a message') });
      expect(await faultsOf(page)).toEqual([]);

      await row.getByRole('button', { name: 'View first.png' }).click();
      const viewer = page.getByRole('dialog', { name: 'first.png' });
      await viewer.getByText('1 of 4').waitFor();
      const shown = page.getByRole('dialog').getByRole('img');
      await expect.poll(() => shown.evaluate(naturalWidth)).toBe(900);
      const whole = await shown.boundingBox();
      const count = await viewer.getByText('1 of 4').boundingBox();
      expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBeLessThanOrEqual(count?.y ?? 0);
      await page.screenshot({ path: pictureFile('a picture in the viewer') });
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press('+');
      await expect.poll(async () => (await shown.boundingBox())?.width).toBeGreaterThan(whole?.width ?? 0);
      await page.keyboard.press('ArrowRight');
      await page.getByRole('dialog', { name: 'second.png' }).getByText('2 of 4').waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('link', { name: 'Download second.png' }).click();
      expect((await download).suggestedFilename()).toBe('second.png');
      await page.getByRole('button', { name: 'Next file' }).click();
      const plan = page.getByRole('dialog', { name: 'plan.pdf' });
      await plan.locator('iframe').waitFor();
      await expect
        .poll(() => page.frames().filter((frame) => frame.url().startsWith('blob:')).length)
        .toBe(1);
      await page.screenshot({ path: pictureFile('a PDF in the viewer') });
      await page.getByRole('button', { name: 'Next file' }).click();
      // It is read as it was written, and never shown as a page.
      await page.getByRole('dialog', { name: 'notes.md' }).getByText('Bring <b>bread</b>.').waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: pictureFile('a text in the viewer, phone') });
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await page.screenshot({ path: pictureFile('files of a message, phone') });
      await row.getByRole('button', { name: 'View second.png' }).click();
      await page.getByRole('dialog', { name: 'second.png' }).waitFor();
      await page.screenshot({ path: pictureFile('a picture in the viewer, phone') });
      expect(await faultsOf(page)).toEqual([]);
    });
  },
);
