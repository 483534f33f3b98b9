import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Client } from '../../src/testing/client.js';
import { startTestService, type TestService } from '../../src/testing/test-service.js';
import { DESKTOP, ENVIRONMENT, Windows } from '../web-client/windows.js';
import { Site } from './site.js';

const run = promisify(execFile);
const top = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** People of one server, whose pages show the chat of a service on another origin. */
export class Embedding {
  readonly site: Site;
  readonly service: TestService;
  readonly windows: Windows<TestService>;
  readonly #folder: string;
  #people = 0;

  private constructor(site: Site, service: TestService, folder: string) {
    this.site = site;
    this.service = service;
    this.windows = new Windows(service);
    this.#folder = folder;
  }

  /** Builds the module and the pages of the examples, and serves them beside a service of its own. */
  static async open(): Promise<Embedding> {
    const folder = await mkdtemp(join(tmpdir(), 'palaver-embed-'));
    const build = (vite: string, config: string, ...args: string[]) =>
      run(
        process.execPath,
        [top(`${vite}/node_modules/vite/bin/vite.js`), 'build', '--config', top(config), ...args],
        { cwd: top(vite), env: { ...process.env, NODE_ENV: 'production', MODULE_FOLDER: folder } },
      );
    await build('packages/elements', 'packages/elements/vite.module.config.ts', '--outDir', folder);
    await build('examples/embed', 'apps/server/test/embedding/examples.vite.mjs');
    const components = join(folder, 'components');
    await build(
      'packages/elements',
      'apps/server/test/embedding/components.vite.mjs',
      '--outDir',
      components,
    );
    const pages = fileURLToPath(new URL('pages', import.meta.url));
    const site = await Site.open([folder, join(folder, 'examples'), top('examples/embed'), pages]);
    const service = await startTestService({ ...ENVIRONMENT, CORS_ORIGINS: site.url });
    site.service = service.url;
    return new Embedding(site, service, folder);
  }

  /** How large a file is that was built, compressed. */
  async sizeOf(file: string): Promise<number> {
    return gzipSync(await readFile(join(this.#folder, file)), { level: 9 }).length;
  }

  async close(): Promise<void> {
    await this.site.close();
    await this.service.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Two people of a new server, of whom the first is signed in at the site. */
  async pair(): Promise<{ readonly ada: Client; readonly bob: Client; readonly channelId: string }> {
    const number = ++this.#people;
    const ada = await this.service.person(`ada_${number}`);
    const bob = await this.service.person(`bob_${number}`);
    const { id } = (await ada.post('/api/servers', { name: 'Acme' })).body.data;
    const { code } = (await ada.post(`/api/servers/${id}/invites`, {})).body.data;
    await bob.post(`/api/invites/${code}/accept`);
    const [{ id: channelId }] = (await ada.get(`/api/servers/${id}/channels`)).body.data;
    this.site.signIn(ada.token);
    return { ada, bob, channelId };
  }

  /** A page of the site, with the origins of what it asks for. */
  async visit(path: string, options: BrowserContextOptions = DESKTOP) {
    const page: Page = await this.windows.openWindow(options);
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.addInitScript(COUNT_SHIFTS);
    await page.goto(this.site.url + path);
    return { page, origins };
  }
}

/** Adds up the layout shifts (https://web.dev/articles/cls) of the page, those that somebody has caused included. */
const COUNT_SHIFTS = `globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** How far what was shown has moved since the page was opened. */
export const shiftOf = (page: Page): Promise<number> => page.evaluate('globalThis.shifted');
