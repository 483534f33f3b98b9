import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@palaver/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../src/testing/listen.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { build, type Child, killLeftovers, start } from './process/child.js';
import { message, Windows, write } from './web-client/windows.js';

test.skipIf(CHROMIUM_PATH === undefined)(
  'the service is killed under two windows: what was written is there once in both (skipped without Chromium)',
  async () => {
    await build();
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'palaver-killed-'));
    const port = await freePort();
    const startService = async (): Promise<Child> => {
      const child = start({
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        RATE_BURST: '10000',
        RATE_AUTH_BURST: '1000',
      });
      await child.url();
      return child;
    };
    let child = await startService();
    const windows = new Windows({ url: `http://127.0.0.1:${port}` });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await child.exited;
      await killLeftovers([]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });

    const alice = await windows.withServer('alice');
    const bob = await windows.guest('bob', alice.invite);
    await write(alice.page, 'Before the end');
    await message(bob.page, 'Before the end').waitFor();

    child.kill('SIGKILL');
    await child.exited;
    await write(alice.page, 'While nobody answers');
    await write(bob.page, 'Nor for me');
    await alice.page.getByText(/^Offline since/).waitFor();
    child = await startService();

    for (const page of [alice.page, bob.page]) {
      for (const text of ['Before the end', 'While nobody answers', 'Nor for me']) {
        await expect.poll(() => message(page, text).getAttribute('aria-busy')).toBeNull();
        await expect.poll(() => message(page, text).count()).toBe(1);
      }
      await expect.poll(() => page.getByText(/^Offline since/).count()).toBe(0);
    }
  },
);
