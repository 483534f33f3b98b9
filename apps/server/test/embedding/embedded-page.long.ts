import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../../src/testing/client.js';
import { startTestService, type TestService } from '../../src/testing/test-service.js';
import { CHROMIUM_PATH } from '../docs/browser.js';
import { DESKTOP, ENVIRONMENT, faultsOf, field, message, PHONE, pictureFile, Windows, write } from '../web-client/windows.js';
import { Site } from './site.js';

const run = promisify(execFile);
const top = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

describe.skipIf(CHROMIUM_PATH === undefined)(
  'a chat embedded in a page of another origin (skipped where no Chromium is on the PATH)',
  () => {
    let folder: string;
    let site: Site;
    let service: TestService;
    let windows: Windows<TestService>;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'palaver-embed-'));
      const vite = top('packages/elements/node_modules/vite/bin/vite.js');
      const elements = top('packages/elements');
      const args = ['build', elements, '--config', join(elements, 'vite.module.config.ts'), '--outDir', folder];
      await run(process.execPath, [vite, ...args, '--logLevel', 'warn']);
      site = await Site.open([folder, top('examples/embed/html')]);
      service = await startTestService({ ...ENVIRONMENT, CORS_ORIGINS: site.url });
      site.service = service.url;
      windows = new Windows(service);
    });
    afterAll(async () => {
      await site?.close();
      await service?.close();
      await rm(folder, { recursive: true, force: true });
    });

    test('first look', async () => {
      const ada = await service.person('ada_look');
      const bob = await service.person('bob_look');
      const serverId = (await ada.post('/api/servers', { name: 'Acme' })).body.data.id;
      const { code } = (await ada.post(`/api/servers/${serverId}/invites`, {})).body.data;
      await bob.post(`/api/invites/${code}/accept`);
      await bob.post('/api/dms', { userIds: [ada.id] });
      site.token = ada.token;
      for (const [name, options] of Object.entries({ desk: DESKTOP, phone: PHONE, dark: { ...DESKTOP, colorScheme: 'dark' as const } })) {
        const page = await windows.openWindow(options);
        const requested: string[] = [];
        page.on('request', (request) => requested.push(request.url()));
        await page.goto(site.url);
        await page.getByRole('textbox', { name: 'Message general' }).waitFor({ timeout: 15000 }).catch((e) => console.log(String(e)));
        await write(page, 'Hello **from** an embedded page').catch(() => {});
        await message(page, 'Hello').first().waitFor({ timeout: 5000 }).catch((e) => console.log(String(e)));
        await page.screenshot({ path: pictureFile(`embed look ${name}`) });
        if (name === 'desk') console.log(requested.map((u) => u.replace(service.url, 'SERVICE').replace(site.url, 'SITE').slice(0, 150)).join('\n'));
        console.log(await faultsOf(page));
      }
    });
  },
);
