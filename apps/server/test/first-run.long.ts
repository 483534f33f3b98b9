import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { PASSWORD, startTestService, type TestService } from '../src/testing/test-service.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { ENVIRONMENT, faultsOf, PHONE, Windows } from './web-client/windows.js';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the first run in Chromium (skipped where none is on the PATH)',
  () => {
    let service: TestService;
    let windows: Windows;
    beforeAll(async () => {
      service = await startTestService(ENVIRONMENT);
      windows = new Windows(service);
    });
    afterAll(() => service.close());

    const setupCode = () => readFile(join(service.dataDir, 'operator/setup-code'), 'utf8');

    test('the first visitor is greeted, needs the code, becomes the owner and gets a demo', async () => {
      const page = await windows.openWindow();
      await page.goto('/');
      await page.getByRole('heading', { name: 'Welcome to Palaver' }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByLabel('Setup code').fill('AAAAA-AAAAA-AAAAA-AAAAA');
      await page.getByLabel('Username').fill('olga');
      await page.getByLabel('Display name').fill('Olga');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Become the owner' }).click();
      await page.getByRole('alert').waitFor();
      // An address with the code has nothing to type.
      await page.goto('/login');
      await page.goto(`/welcome#${(await setupCode()).trim()}`);
      await page.getByText('The setup code was in the address').waitFor();
      await page.getByLabel('Username').fill('olga');
      await page.getByLabel('Display name').fill('Olga');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Become the owner' }).click();
      await page.getByRole('heading', { name: 'Hello, Olga!' }).waitFor();
      expect(page.url()).not.toContain('#');
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Make the demo' }).click();
      const welcome = page.getByRole('article').filter({ hasText: 'Welcome, @olga!' });
      await welcome.waitFor();
      await page.getByRole('link', { name: /launch/ }).waitFor();

      const later = await windows.openWindow(PHONE);
      await later.goto('/');
      await later.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await later.goto('/welcome');
      await later.getByRole('heading', { name: 'Welcome back' }).waitFor();
    });
  },
);

describe('npm run demo', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService({ RATE_AUTH_BURST: '1000', RATE_BURST: '10000' });
    folder = await mkdtemp(join(tmpdir(), 'palaver-demo-'));
    await build({
      entryPoints: [join(WEB, 'demo/main.ts')],
      outfile: join(folder, 'demo.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['palaver-source'],
    });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [join(folder, 'demo.mjs')], {
      env: { ...process.env, PALAVER_URL: service.url, DATA_DIR: join(folder, 'data'), ...env },
    });

  async function ownerOf(stdout: string): Promise<Client> {
    const [, username, password] = /username {2}(\S+)\s+password {2}(\S+)/.exec(stdout) ?? [];
    const { body } = await service.client(null).post('/api/auth/login', { username, password });
    return service.client(body.data.token);
  }

  /** All that the demo has made, without ids. */
  async function contents(owner: Client) {
    const servers = (await owner.get('/api/servers')).body.data;
    const channels = (await owner.get(`/api/servers/${servers[0].id}/channels`)).body.data;
    return Promise.all(
      channels.map(async (channel: { id: string; name: string; topic: string }) => {
        const { body } = await owner.get(`/api/channels/${channel.id}/messages?limit=100`);
        return [channel.name, channel.topic, body.data.map(({ content }: { content: string }) => content)];
      }),
    );
  }

  test('fills a service, and a second run leaves it as it is', async () => {
    const { stdout } = await run();
    const owner = await ownerOf(stdout);
    const made = await contents(owner);
    expect(made.map(([name]) => name).sort()).toEqual(['general', 'launch', 'random', 'workshop']);
    expect(JSON.stringify(made)).toContain('Welcome, @demo!');
    expect((await owner.get('/api/servers')).body.data).toMatchObject([{ memberCount: 4 }]);
    expect((await run()).stdout).toBe(stdout);
    expect(await contents(owner)).toEqual(made);
  });

  test('says so where its accounts have another password, where that may not be one, and where there is no service', async () => {
    await expect(run({ DEMO_PASSWORD: 'plum-harbor-quartz-19' })).rejects.toThrow(/DEMO_PASSWORD/);
    await expect(run({ DEMO_PASSWORD: 'password' })).rejects.toThrow(/\npassword: /);
    await expect(run({ PALAVER_URL: 'http://127.0.0.1:1' })).rejects.toThrow(/is it running/);
  });
});
