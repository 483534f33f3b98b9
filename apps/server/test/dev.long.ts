import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { CHROMIUM_PATH, sharedBrowser } from './docs/browser.js';

const TOP = fileURLToPath(new URL('../../..', import.meta.url));
const COPIED = [
  '.ci',
  'apps',
  'packages',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.json',
];
const CATALOGUE = 'apps/web/src/i18n/welcome.en.ts';
const DOCUMENT = 'apps/server/src/docs/page/page.ts';

/** A checkout whose sources may be changed. Its packages are those of this one. */
const copy = realpathSync(mkdtempSync(join(tmpdir(), 'palaver-dev-')));
let said = '';
let url: string;
let dev: ChildProcess;

function copyCheckout(): void {
  const left = new Set(['node_modules/.pnpm', '.ci/previous-release']);
  for (const path of [...COPIED, 'node_modules']) {
    cpSync(join(TOP, path), join(copy, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !left.has(relative(TOP, source)),
    });
  }
  symlinkSync(join(TOP, 'node_modules/.pnpm'), join(copy, 'node_modules/.pnpm'));
}

function edit(path: string, from: string, to: string): void {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replaceAll(from, to));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const titleOfDocs = async () =>
  /<title>(.*)<\/title>/.exec(await (await fetch(`${url}/api/docs`)).text())?.[1];

beforeAll(async () => {
  copyCheckout();
  execFileSync(process.execPath, ['.ci/bundle-service.mjs'], { cwd: copy });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  dev = spawn(process.execPath, ['.ci/dev/main.mjs'], {
    cwd: copy,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: join(copy, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  dev.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  await vi.waitFor(() => expect(said).toContain(`dev: open ${url}`), { timeout: 240_000 });
});
afterAll(() => {
  dev.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});

describe('npm run dev', () => {
  test.skipIf(CHROMIUM_PATH === undefined)(
    'shows a change of the web client without a reload (skipped where no Chromium is on the PATH)',
    async () => {
      const page = await (await (await sharedBrowser()).newContext()).newPage();
      await page.goto(url);
      await page.getByRole('heading', { name: 'Welcome to Palaver' }).waitFor();
      edit(CATALOGUE, 'Welcome to Palaver', 'Welcome to the change');
      await page.getByRole('heading', { name: 'Welcome to the change' }).waitFor();
      await page.context().close();
    },
  );

  test('passes calls and sockets on to the service', async () => {
    expect((await fetch(`${url}/api/users/me`)).status).toBe(401);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'authenticate', data: { token: 'wrong' } }));
    const [code] = await once(socket, 'close');
    expect(code).toBe(4401);
  });

  test('starts the service again after a change of it, and what is asked meanwhile waits', async () => {
    expect(await titleOfDocs()).toBe('Palaver API reference');
    edit(DOCUMENT, 'Palaver API reference', 'The changed reference');
    await expect.poll(titleOfDocs, { interval: 100 }).toBe('The changed reference');
  });

  test('runs on with the service before where a change does not build', async () => {
    edit(DOCUMENT, 'The changed reference', 'The last reference');
    writeFileSync(join(copy, 'apps/server/src/version.ts'), 'export const = ;');
    await expect.poll(() => said).toContain('the service was not built: the one before runs on');
    expect(said).toContain('apps/server/src/version.ts');
    expect(await titleOfDocs()).toBe('The changed reference');
    cpSync(join(TOP, 'apps/server/src/version.ts'), join(copy, 'apps/server/src/version.ts'));
    await expect.poll(titleOfDocs, { interval: 100 }).toBe('The last reference');
  });

  test('ends with its service and its Postgres', async () => {
    dev.kill('SIGINT');
    expect(await once(dev, 'exit')).toEqual([0, null]);
    await expect(fetch(url)).rejects.toThrow();
    expect(() => readFileSync(join(copy, 'data/postgres/postmaster.pid'))).toThrow('ENOENT');
  });
});
