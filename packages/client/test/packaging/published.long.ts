import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createPalaverClient } from '@palaver/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../apps/server/src/testing/test-service.js';
import { CHROMIUM_PATH, sharedBrowser } from '../../../../apps/server/test/docs/browser.js';
import { PUBLISHED } from '../../packaging/published.js';
import { COMPILERS } from './empty-project.js';
import { FreshProject, TOP, VERSION } from './fresh-project.js';

const OLDEST = '5.7.3';

const FILES = {
  'text.tsx': `
import { Markdown } from '@palaver/elements/chat/markdown/markdown.js';
import { chatEn } from '@palaver/elements/i18n/chat.en.js';
import { ElementsI18nProvider } from '@palaver/elements/i18n/i18n.js';

export function Text({ text }: { text: string }) {
  return (
    <ElementsI18nProvider value={{ t: chatEn, language: 'en', locale: 'en-GB' }}>
      <Markdown text={text} />
    </ElementsI18nProvider>
  );
}
`,
  'all.tsx': `
import '@palaver/elements/styles/theme.css';
import '@palaver/elements/style.css';
import './main.js';
import { createRoot } from 'react-dom/client';
import { Text } from './text.js';

const place = document.body.appendChild(document.createElement('section'));
createRoot(place).render(<Text text="**bold** words" />);
`,
  'embedded.html': `
<!doctype html>
<html lang="en">
  <link rel="icon" href="data:," />
  <title>Embedded</title>
  <div id="app" style="height: 100dvh"></div>
  <script type="module" src="./embedded.tsx"></script>
</html>
`,
  'embedded.tsx': `
import '@palaver/elements/style.css';
import { PalaverChat } from '@palaver/elements';
import { createRoot } from 'react-dom/client';

const given = new URLSearchParams(location.hash.slice(1));
createRoot(document.getElementById('app') ?? document.body).render(
  <PalaverChat url={given.get('url') ?? ''} token={given.get('token') ?? ''} channel={given.get('channel') ?? ''} />,
);
`,
  'render.tsx': `
import { renderToString } from 'react-dom/server';
import { page } from './server.js';
import { Text } from './text.js';

console.log(page() + renderToString(<Text text="**bold** words" />));
`,
  'modules.mjs': `
import { createPalaverClient } from '@palaver/client';
import { createPalaverStore } from '@palaver/client/store';
import { parse } from '@palaver/markup';
import { emojiRows } from '@palaver/markup/emoji/table';
import { useMessages } from '@palaver/react';
import { Composer } from '@palaver/elements/chat/composer.js';
console.log(typeof createPalaverClient, typeof createPalaverStore, parse('a').length, emojiRows().length > 1000, typeof useMessages, typeof Composer);
`,
  'modules.cjs': `
const { createPalaverClient } = require('@palaver/client');
const { createPalaverStore } = require('@palaver/client/store');
const { parse } = require('@palaver/markup');
const { emojiRows } = require('@palaver/markup/emoji/table');
const { useMessages } = require('@palaver/react');
const { Composer } = require('@palaver/elements/chat/composer.js');
console.log(typeof createPalaverClient, typeof createPalaverStore, parse('a').length, emojiRows().length > 1000, typeof useMessages, typeof Composer);
`,
  // What a plain build has of each, in bytes.
  'sizes.mjs': `
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const used = {
  client: "import { createPalaverClient } from '@palaver/client'; globalThis.used = createPalaverClient;",
  store: "import { createPalaverClient } from '@palaver/client'; import { createPalaverStore, indexedDbStorage } from '@palaver/client/store'; globalThis.used = [createPalaverClient, createPalaverStore, indexedDbStorage];",
  error: "import { isPalaverError } from '@palaver/client'; globalThis.used = isPalaverError;",
};
const sizes = {};
for (const [name, text] of Object.entries(used)) {
  writeFileSync(name + '.js', text);
  const { output } = await build({ configFile: false, logLevel: 'error', build: { write: false, rolldownOptions: { input: name + '.js' } } });
  sizes[name] = output.reduce((sum, { code = '' }) => sum + gzipSync(code).length, 0);
}
console.log(JSON.stringify(sizes));
`,
  // As "npm create vite" writes it for React and TypeScript.
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      types: ['vite/client'],
      jsx: 'react-jsx',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
    },
    files: ['all.tsx', 'embedded.tsx', 'render.tsx'],
  }),
  'vite.config.mjs': `
import react from '@vitejs/plugin-react';
export default {
  plugins: [react()],
  build: { rolldownOptions: { input: ['index.html', 'embedded.html'] } },
};
`,
};

let project: FreshProject;
beforeAll(async () => {
  project = await FreshProject.create(join(TOP, 'packages/react/examples'), { typescript: OLDEST });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(project.folder, name), text);
  const page = await readFile(join(project.folder, 'index.html'), 'utf8');
  await writeFile(join(project.folder, 'index.html'), page.replace('main.tsx', 'all.tsx'));
});
afterAll(() => project?.remove());

const installed = (...path: string[]) => join(project.folder, 'node_modules/@palaver', ...path);
const textOf = (...path: string[]) => readFile(installed(...path), 'utf8');
const vite = (...args: string[]) =>
  project.node('node_modules/vite/bin/vite.js', ...args, '--logLevel', 'error');

test.each(PUBLISHED)(
  '@palaver/%s has what is built, and nothing of the sources or of tests',
  async (name) => {
    expect((await readdir(installed(name))).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const files = await readdir(installed(name, 'dist'), { recursive: true });
    const strange = files.filter(
      (file) => /\.\w+$/.test(file) && !/(?<!\.test)\.(?:js|d\.ts|css|json)$/.test(file),
    );
    expect(strange).toEqual([]);
    expect(files.filter((file) => file.startsWith('testing'))).toEqual([]);
    const manifest = await textOf(name, 'package.json');
    expect(manifest).not.toMatch(/palaver-source|workspace:|\.\/src/);
    expect(JSON.parse(manifest).dependencies).not.toHaveProperty('react');
  },
);

test('what needs a browser is marked for the boundary of server and client, and nothing else', async () => {
  const isMarked = async (...path: string[]) => /^['"]use client['"];/.test(await textOf(...path));
  expect(await isMarked('react/dist/index.js')).toBe(true);
  expect(await isMarked('elements/dist/chat/message-list.js')).toBe(true);
  expect(await isMarked('elements/dist/i18n/i18n.js')).toBe(true);
  expect(await isMarked('elements/dist/i18n/chat.en.js')).toBe(false);
  expect(await isMarked('client/dist/store/index.js')).toBe(false);
});

test.each([
  [OLDEST, 'node_modules/typescript/bin/tsc'],
  ['of the workspace', COMPILERS.installed],
])('a strict project compiles with TypeScript %s', async (_version, compiler) => {
  expect(await project.node(compiler, '-p', '.')).toBe('');
});

test.each(['modules.mjs', 'modules.cjs'])('Node runs %s', async (file) => {
  expect(await project.node(file)).toBe('function function 1 true function function\n');
});

test('a plain build of Vite has the sizes that the documentation says, gzipped', async () => {
  const sizes = JSON.parse(await project.node('sizes.mjs'));
  process.stdout.write(`a plain build has, gzipped: ${JSON.stringify(sizes)}\n`);
  const said = await readFile(join(TOP, 'docs/client.md'), 'utf8');
  const [, client, store] =
    /plain build of Vite has (\d+) kB of the client, and (\d+) kB with the store/.exec(said) ?? [];
  expect(Math.abs(sizes.client / 1000 - Number(client))).toBeLessThan(1);
  expect(Math.abs(sizes.store / 1000 - Number(store))).toBeLessThan(1);
  expect(sizes.error).toBeLessThan(1_000);
});

test('a server renders it, without a WebSocket and without a call', async () => {
  await vite('build', '--ssr', 'render.tsx', '--outDir', 'server');
  const shown = await project.node('server/render.js');
  expect(shown).toContain('<ol></ol><form><input aria-label="Message" value=""/></form>');
  expect(shown).toContain('<strong>bold</strong> words');
});

describe('in a browser', () => {
  let pages: Server;
  let service: TestService;
  let origin: string;
  beforeAll(async () => {
    await vite('build');
    pages = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = join(project.folder, 'dist', pathname === '/' ? 'index.html' : pathname);
      const type = /\.js$/.test(file) ? 'text/javascript' : /\.css$/.test(file) ? 'text/css' : 'text/html';
      readFile(file).then(
        (content) => response.setHeader('Content-Type', type).end(content),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    // A TCP server has an address of this form.
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    service = await startTestService({ CORS_ORIGINS: origin });
  });
  afterAll(async () => {
    await service?.close();
    pages?.close();
  });

  async function visit(path: string) {
    const { url } = service;
    const register = createPalaverClient({ url }).api.auth.register;
    const username = `alice_${path.replace(/\W/g, '')}`;
    const { token } = await register.mutate({ username, password: 'correct horse battery staple' });
    const alice = createPalaverClient({ url, token });
    const { id: serverId } = await alice.api.servers.create.mutate({ name: 'Rosebud' });
    const [channel] = await alice.api.channels.list.query({ serverId });
    const channelId = channel?.id ?? expect.unreachable('a server has a channel');
    const page = await (await sharedBrowser()).newPage();
    const faults: string[] = [];
    page.on('console', (line) => void (line.type() === 'error' && faults.push(line.text())));
    page.on('pageerror', (error) => void faults.push(error.message));
    await page.goto(`${origin}/${path}#${new URLSearchParams({ url, token, channel: channelId })}`);
    const hear = (content: string) => alice.api.messages.send.mutate({ channelId, content });
    const close = async () => {
      expect(faults).toEqual([]);
      await page.close();
      alice.close();
    };
    return { page, username, hear, close };
  }

  const inChromium = test.skipIf(CHROMIUM_PATH === undefined);

  inChromium(
    "a page of another origin chats by React's hooks (skipped where no Chromium is on the PATH)",
    async () => {
      const { page, username, hear, close } = await visit('');
      await page.getByLabel('Message').fill('From the page');
      await page.getByLabel('Message').press('Enter');
      await page.getByText(`${username}: From the page`).waitFor();
      await hear('To the page');
      await page.getByText(`${username}: To the page`).waitFor();
      expect(await page.locator('section strong').textContent()).toBe('bold');
      await close();
    },
  );

  inChromium('and has a whole chat in one component', async () => {
    const { page, hear, close } = await visit('embedded.html');
    const field = page.getByRole('textbox', { name: 'Message general' });
    await field.fill('From the **page**');
    await field.press('Enter');
    await page.getByRole('article').locator('strong', { hasText: 'page' }).waitFor();
    await hear('To the page');
    await page.getByRole('article').filter({ hasText: 'To the page' }).waitFor();
    await close();
  });
});

test('a release can be tried, and its packages say where their sources are', async () => {
  const said = PUBLISHED.map((name) => `palaver-${name}-${VERSION}.tgz would be published`);
  expect(project.released.split('\n').filter((line) => line.includes('would be'))).toEqual(said);
  const { repository } = JSON.parse(await textOf('react', 'package.json'));
  expect(repository).toEqual({ type: 'git', url: 'git+https://git.example/palaver.git' });
});
