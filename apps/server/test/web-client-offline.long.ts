import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@palaver/db/testing';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../src/testing/listen.js';
import { startTestServiceOn, type TestService } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { message, Windows, write } from './web-client/windows.js';

const BUILT = fileURLToPath(new URL('../../web/dist/', import.meta.url));

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the web client without the service (skipped without Chromium on the PATH)',
  () => {
    test('it opens, shows what was there, and sends once what was written meanwhile', async () => {
      const { service, windows } = await openStoppable();
      const { page } = await windows.withServer('alice');
      await write(page, 'Before');
      await expect.poll(() => message(page, 'Before').getAttribute('aria-busy')).toBeNull();
      await page.evaluate(CREATE_UNSEEN);
      const unseen = page.getByRole('link', { name: 'unseen' });
      await unseen.waitFor();
      await keptForOffline(page);

      await service.stop();
      await page.reload();
      await message(page, 'Before').waitFor();
      await page.getByText(/^Offline since/).waitFor();
      await unseen.click();
      await page.getByText('These messages are not on this device.').waitFor();
      await page.getByRole('link', { name: 'general' }).click();
      await message(page, 'Before').waitFor();
      await write(page, 'While nobody answers');
      await expect.poll(() => message(page, 'While nobody answers').getAttribute('aria-busy')).toBe('true');
      const other = await page.context().newPage();
      await other.goto(page.url());
      await message(other, 'Before').waitFor();
      await other.close();
      await page.reload();
      await message(page, 'While nobody answers').waitFor();

      await service.start();
      await expect.poll(() => message(page, 'While nobody answers').getAttribute('aria-busy')).toBeNull();
      await page.reload();
      await message(page, 'Before').waitFor();
      expect(await message(page, 'While nobody answers').count()).toBe(1);
    });

    test('it keeps the files of the build and nothing of a person, and opens signed out as well', async () => {
      const { service, windows } = await openStoppable();
      const { page, username } = await windows.withServer('bea');
      await write(page, 'A secret');
      await keptForOffline(page);
      await page.reload();
      await message(page, 'A secret').waitFor();
      const kept = await keptFiles(page);
      expect(kept.map(({ path }) => path).filter((path) => !path.startsWith('/assets/'))).toEqual([
        '/',
        '/files-of-this-build',
        '/icon.svg',
      ]);
      expect(kept.filter(({ text }) => text.includes(username) || text.includes('A secret'))).toEqual([]);
      const policy = await page.evaluate<string>(
        "caches.match('/').then((page) => page.headers.get('content-security-policy'))",
      );
      expect(policy).toContain("script-src 'self';");

      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();
      await service.stop();
      await page.reload();
      await page.getByLabel('Password').waitFor();
      expect(await page.getByText('A secret').count()).toBe(0);
    });

    test('the next load takes a new build, a page of the one before goes on, and older files go', async () => {
      const { service, windows } = await openStoppable();
      const { page } = await windows.withServer('carl');
      await keptForOffline(page);
      const open = await page.context().newPage();
      await open.goto(page.url());
      await open.getByLabel('Message general').waitFor();
      const [first] = await filesNamed(BUILT, 'index-');

      await service.stop();
      await service.start(await buildNamed('second'));
      await page.reload();
      expect(await buildOf(page)).toBe('second');
      await page.getByLabel('Message general').waitFor();
      await expect.poll(() => keptPaths(page)).toContain('/assets/index-second.js');
      // Nobody serves this file any more.
      await open.getByRole('link', { name: 'Direct messages' }).click();
      await open.getByRole('link', { name: /^Inbox/ }).click();
      await open.getByRole('heading', { name: 'Inbox' }).waitFor();
      expect(await buildOf(open)).toBeNull();

      await service.stop();
      await page.reload();
      expect(await buildOf(page)).toBe('second');
      await service.start(await buildNamed('third'));
      await page.reload();
      expect(await buildOf(page)).toBe('third');
      await expect.poll(() => keptPaths(page)).not.toContain(`/assets/${first}`);
      expect(await keptPaths(page)).toContain('/assets/index-second.js');
    });

    test('a broken picture of the page is no picture', async () => {
      const { windows } = await openStoppable();
      const { page } = await windows.withServer('dot');
      await write(page, 'Here');
      for (const picture of ['{"userId":', 'null', '{}', '[]', '{"scrolled":[5]}', await brokenIn(page)]) {
        await page.evaluate(`localStorage.setItem('palaver:picture', ${JSON.stringify(picture)})`);
        await page.reload();
        await message(page, 'Here').waitFor();
      }
    });
  },
);

/** The picture that the page has taken, with one field that it cannot use. */
async function brokenIn(page: Page): Promise<string> {
  const stored = () => page.evaluate<string | null>("localStorage.getItem('palaver:picture')");
  await expect.poll(stored).toContain('"html"');
  return JSON.stringify({ ...JSON.parse((await stored()) ?? ''), scrolled: 5 });
}

interface Stoppable {
  stop(): Promise<void>;
  /** On the same address and database, with another build of the page where one is given. */
  start(webClient?: string): Promise<void>;
}

/** A service that can be away for a while, and windows on it. */
async function openStoppable(): Promise<{
  readonly service: Stoppable;
  readonly windows: Windows<{ url: string }>;
}> {
  const database = await createTestDatabase();
  const port = String(await freePort());
  let running: TestService | null = null;
  const service: Stoppable = {
    stop: async () => {
      await running?.close();
      running = null;
    },
    start: async (webClient) => {
      const env = { PORT: port, RATE_BURST: '10000', RATE_AUTH_BURST: '1000', DRAIN_SECONDS: '0' };
      running = await startTestServiceOn(database, env, webClient === undefined ? {} : { webClient });
    },
  };
  await service.start();
  const windows = new Windows({ url: `http://127.0.0.1:${port}` });
  onTestFinished(async () => {
    await service.stop();
    await database.drop();
  });
  return { service, windows };
}

async function keptForOffline(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
}

interface Kept {
  readonly path: string;
  readonly text: string;
}

async function keptFiles(page: Page): Promise<Kept[]> {
  const kept = await page.evaluate<Kept[]>(`(async () => {
    const kept = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept.push({ path: new URL(request.url).pathname, text: await (await cache.match(request)).text() });
    }
    return kept;
  })()`);
  return kept.sort((a, b) => a.path.localeCompare(b.path));
}

async function keptPaths(page: Page): Promise<string[]> {
  return (await keptFiles(page)).map(({ path }) => path);
}

/** The name of another build; null for the one that was built. */
function buildOf(page: Page): Promise<string | null> {
  return page.evaluate("document.querySelector('meta[name=build]')?.content ?? null");
}

async function filesNamed(folder: string, beginning: string): Promise<string[]> {
  const files = await readdir(join(folder, 'assets'));
  return files.filter((file) => file.startsWith(beginning) && file.endsWith('.js'));
}

/** A copy of the built page whose first script and inbox have other names, as those of another build. */
async function buildNamed(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-build-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(BUILT, folder, { recursive: true, filter: (path) => !/\.(gz|br)$/.test(path) });
  const renamed = new Map<string, string>();
  for (const beginning of ['index-', 'inbox-page-'])
    for (const file of await filesNamed(folder, beginning)) renamed.set(file, `${beginning}${name}.js`);
  for (const [from, to] of renamed) await rename(join(folder, 'assets', from), join(folder, 'assets', to));
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(js|html)$/.test(file)) continue;
    const path = join(folder, file);
    let text = await readFile(path, 'utf8');
    for (const [from, to] of renamed) text = text.replaceAll(from, to);
    await writeFile(path, text.replace('<head>', `<head><meta name="build" content="${name}">`));
  }
  return folder;
}

/** Makes a channel that no window shows. */
const CREATE_UNSEEN = `fetch('/api' + location.pathname.replace(/[^/]+$/, ''), {
  method: 'POST',
  headers: {
    authorization: 'Bearer ' + JSON.parse(localStorage.getItem('palaver:session')).token,
    'content-type': 'application/json',
  },
  body: '{"name":"unseen"}',
})`;
