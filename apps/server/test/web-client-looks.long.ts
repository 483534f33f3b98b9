import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { ENVIRONMENT, field, message, PHONE, Windows } from './web-client/windows.js';

describe.skipIf(CHROMIUM_PATH === undefined)(
  'how the web client looks in Chromium (skipped where none is on the PATH)',
  () => {
    let windows: Windows;
    beforeAll(async () => {
      windows = await Windows.open();
    });

    const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: NaN, width: NaN };

    test('on a phone no name of a channel is cut in the settings', async () => {
      const { page, person } = await windows.openAs('nora', PHONE);
      const { body } = await person.post('/api/servers', { name: 'Acme' });
      const { id } = body.data;
      const longName = 'announcements-of-the-company';
      await person.post(`/api/servers/${id}/channels`, { name: longName });
      await page.goto(`/servers/${id}/settings/channels`);
      await page.getByText('Joined by default').waitFor();
      const areWhole =
        "[...document.querySelectorAll('main li [dir]')].map((name) => name.scrollWidth <= name.clientWidth)";
      expect(await page.evaluate(areWhole)).toEqual([true, true]);
      for (const name of ['general', longName]) {
        const shown = page.getByText(name, { exact: true });
        expect((await boxOf(shown)).width).toBeGreaterThan(50);
      }
    });

    test('in a language from right to left names and texts stand where lines begin', async () => {
      const { page, person } = await windows.openAs('rana');
      const { body } = await person.post('/api/servers', { name: 'Acme' });
      const [channel] = (await person.get(`/api/servers/${body.data.id}/channels`)).body.data;
      await person.post(`/api/channels/${channel.id}/messages`, { content: 'From left to right.' });
      await page.evaluate("localStorage.setItem('palaver:language', 'ar')");
      await page.goto(`/servers/${body.data.id}`);
      await page.getByRole('textbox').waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.dir')).toBe('rtl');
      await page.getByRole('link', { name: 'general' }).waitFor();
      // From the text itself, which is narrower than its element.
      const gap = await page.evaluate(`(() => {
        const name = document.querySelector('nav a [dir]');
        const text = document.createRange();
        text.selectNodeContents(name);
        return name.parentElement.querySelector('svg').getBoundingClientRect().x - text.getBoundingClientRect().right;
      })()`);
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeLessThan(20);
      // A text of the other direction keeps it, and begins at the side of the page.
      await page.getByText('From left to right.').waitFor();
      const written = await page.evaluate(`(() => {
        const paragraph = [...document.querySelectorAll('p')].find((p) => p.textContent === 'From left to right.');
        const text = document.createRange();
        text.selectNodeContents(paragraph);
        const { right } = paragraph.getBoundingClientRect();
        return [getComputedStyle(paragraph).direction, Math.abs(right - text.getBoundingClientRect().right) < 2];
      })()`);
      expect(written).toEqual(['ltr', true]);
    });

    test('in a language of long words no page is wider than a phone', async () => {
      const { page, person } = await windows.openAs('greta', PHONE);
      const { id } = (await person.post('/api/servers', { name: 'Acme' })).body.data;
      await page.evaluate("localStorage.setItem('palaver:language', 'de')");
      for (const [path, heading] of [
        ['/inbox', 'Posteingang'],
        ['/settings/notifications', 'Benachrichtigungen'],
        ['/settings/security', 'Sicherheit'],
        [`/servers/${id}/settings/overview`, 'Übersicht'],
        [`/servers/${id}/settings/webhooks`, 'Webhooks'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('heading', { name: heading, exact: true }).waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    });

    test('a channel opens at its newest message, although the line above what is new takes place', async () => {
      const owner = await windows.service.person('oda');
      const { page, person } = await windows.openAs('pia');
      const { id } = (await owner.post('/api/servers', { name: 'Acme' })).body.data;
      const { code } = (await owner.post(`/api/servers/${id}/invites`, {})).body.data;
      await person.post(`/api/invites/${code}/accept`);
      const [channel] = (await owner.get(`/api/servers/${id}/channels`)).body.data;
      await person.post(`/api/servers/${id}/channels/${channel.id}/join`);
      for (let n = 0; n < 40; n++)
        await person.post(`/api/channels/${channel.id}/messages`, { content: `Message ${n}` });
      await owner.post(`/api/channels/${channel.id}/messages`, { content: 'The newest' });
      await page.goto(`/servers/${id}/channels/${channel.id}`);
      await page.getByText('New messages').waitFor();
      await expect
        .poll(async () => {
          const { y = NaN, height = NaN } = (await message(page, 'The newest').boundingBox()) ?? {};
          return y + height <= ((await field(page).boundingBox())?.y ?? NaN);
        })
        .toBe(true);
    });

    test('the quick switcher stays in its place while somebody types', async () => {
      const { page } = await windows.withServer('sven');
      await field(page).waitFor();
      await page.keyboard.press('Control+k');
      const search = page.getByRole('combobox', { name: 'Search' });
      await search.waitFor();
      const before = await boxOf(search);
      await search.fill('nothing is called so');
      await page.getByRole('dialog').getByRole('status').waitFor();
      expect(await boxOf(search)).toEqual(before);
    });

    test('where the service sends no mail, nothing about mails can be chosen', async () => {
      const { page } = await windows.openAs('milo');
      await page.goto('/settings/notifications');
      await page.getByText('This service sends no mail.').waitFor();
      expect(await page.getByLabel('Mail about what you have missed').count()).toBe(0);
    });
  },
);

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the web client of a service that sends mail (skipped where no Chromium is on the PATH)',
  () => {
    let service: TestService;
    let windows: Windows;
    beforeAll(async () => {
      service = await startTestService({
        ...ENVIRONMENT,
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'chat@example.com',
        PUBLIC_URL: 'http://chat.example.com',
      });
      windows = new Windows(service);
    });
    afterAll(() => service.close());

    test('somebody chooses when mails come', async () => {
      const { page, person } = await windows.openAs('mara');
      await page.goto('/settings/notifications');
      await page.getByLabel('Mail about what you have missed').selectOption('After a day');
      await expect
        .poll(async () => (await person.get('/api/users/me/mail-preferences')).body.data.digest)
        .toBe('24h');
    });
  },
);
