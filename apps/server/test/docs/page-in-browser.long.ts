import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/testing/test-service.js';
import { type BrowserPage, CHROMIUM_PATH, openPage } from './browser.js';

/** Functions that the steps use in the page. */
const STEPS = `
  const until = async (read) => {
    for (;;) {
      const found = read();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const at = (selector) => document.querySelector(selector);
  const attempt = async (id) => {
    const article = document.getElementById(id);
    const form = article.querySelector('details.form');
    form.open = true;
    const progress = form.querySelector('[data-progress]');
    await new Promise((resolve) => setTimeout(resolve, 0));
    await until(() => progress.textContent === '');
    form.querySelector('button[type=submit]').click();
    await until(() => !form.querySelector('[data-answer]').hidden && progress.textContent === '');
    return form.querySelector('[data-result] .status').textContent;
  };
`;

describe.skipIf(CHROMIUM_PATH === undefined)('the page in Chromium (skipped without one on the PATH)', () => {
  let service: TestService;
  let page: BrowserPage;
  beforeAll(async () => {
    service = await startTestService();
    page = await openPage(`${service.url}/api/docs`);
  });
  afterAll(async () => {
    await page.close();
    await service.close();
  });

  test('loads in three requests', async () => {
    await page.run(`${STEPS} await until(() => document.readyState === 'complete' && at('.samples pre'));`);
    expect(page.requested.filter((url) => url.startsWith('http'))).toEqual([
      `${service.url}/api/docs`,
      expect.stringMatching(/style\.css$/),
      expect.stringMatching(/page\.js$/),
    ]);
  });

  test('makes a demo account by one click, and fills it in', async () => {
    await page.run(`${STEPS} at('[data-demo-start]').click();
      await until(() => at('[data-demo-state]').textContent.startsWith('You are'));`);
    const code = await page.run(
      `return document.getElementById('channels.create').querySelector('.samples code').textContent`,
    );
    expect(code).toMatch(/servers\/[0-9a-f-]{36}\/channels' \\\n.*Bearer plv_/);
  });

  test('has an answer for what it tries, twice for what deletes', async () => {
    const statuses = await page.run(`${STEPS} const statuses = [];
      for (const id of ['users.me', 'messages.send', 'channels.create', 'channels.delete', 'channels.delete'])
        statuses.push(await attempt(id));
      return statuses;`);
    expect(statuses).toEqual(['200', '201', '201', '200', '200']);
  });

  test('shows the event of what was tried', async () => {
    const frames =
      await page.run(`${STEPS} await until(() => at('[data-frames]').textContent.includes('message.created'));
      return at('[data-frames]').textContent`);
    expect(frames).toMatch(/Good morning, everybody/);
  });

  test('narrows the contents to what is searched for', async () => {
    const search = async (text: string) =>
      page.run(`const search = document.querySelector('[data-search]');
      search.value = ${JSON.stringify(text)};
      search.dispatchEvent(new Event('input'));
      return [...document.querySelectorAll('[data-hits] a')].map((link) => link.hash)`);
    expect(await search('/servers/{serverID}/groups post')).toEqual(['#groups.create']);
    // Hundreds of entries say "message" somewhere; the titles that begin with it come first.
    expect(await search('send a message')).toMatchObject({ 0: '#messages.send' });
    expect(await search('message')).toMatchObject({ 0: '#record-Message' });
    expect(await search('')).toEqual([]);
  });

  test('opens the first hit by Enter, and marks in the contents what it shows, also at the end of the page', async () => {
    const marked = await page.run(`${STEPS} const search = at('[data-search]');
      const marks = [];
      for (const text of ['send a message', 'channelunread']) {
        search.value = text;
        search.dispatchEvent(new Event('input'));
        const hash = at('[data-hits] a').hash;
        search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        await until(() => at('[data-contents] [aria-current]')?.hash === hash);
        marks.push(hash);
      }
      const last = [...document.querySelectorAll('[data-contents] a')].at(-1);
      last.click();
      await until(() => last.hasAttribute('aria-current'));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return [...marks, last.hasAttribute('aria-current')]`);
    expect(marked).toEqual(['#messages.send', '#record-ChannelUnread', true]);
  });

  test('asks no other host', () => {
    const hosts = new Set(
      page.requested.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin),
    );
    expect([...hosts]).toEqual([service.url]);
  });
});
