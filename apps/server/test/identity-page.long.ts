import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPalaverClient, type PalaverClient } from '@palaver/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/config/config.js';
import { freePort } from '../src/testing/listen.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { Browser } from './identity/browser.js';
import { CLIENT_ID, type FakeProvider, startFakeProvider } from './identity/fake-provider.js';
import { command } from './process/cli.js';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));
const HOOK_SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;
const page = await readFile(join(TOP, 'docs/identity.md'), 'utf8');

/** The blocks of code of this language that are below a heading; all of them without one. */
function blocks(language: string, heading?: string): string[] {
  const from = heading === undefined ? 0 : page.indexOf(`${heading}\n`);
  if (from < 0) throw new Error(`docs/identity.md has no "${heading}"`);
  const next = heading === undefined ? -1 : page.slice(from + 3).search(/^##+ /m);
  const section = next < 0 ? page.slice(from) : page.slice(from, from + 3 + next);
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)]
    .filter(([, found]) => found === language)
    .map(([, , code = '']) => code);
}
function block(language: string, heading: string, n = 0): string {
  return blocks(language, heading)[n] ?? expect.unreachable(`a block below "${heading}"`);
}

const OWN = '## Your own backend';
const KEYS = '## API keys';
const SIGN_IN = '## A page that signs in';

let folder: string;
let google: FakeProvider;
let receiver: ChildProcess;
let service: TestService;
let palaver: PalaverClient;
/** The sign-in's cookie, as a browser keeps it. */
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-identity-page-'));
  google = await startFakeProvider();
  const port = await freePort();
  receiver = await startReceiver(port);
  const { issuer, clientSecret } = google;
  const { tokenIssuers } = JSON.parse(block('json', OWN));
  const { redirects } = JSON.parse(block('json', '## The identity file'));
  const providers = { google: { issuer, clientId: CLIENT_ID, clientSecret } };
  const IDENTITY_FILE = join(folder, 'identity.json');
  await writeFile(IDENTITY_FILE, JSON.stringify({ providers, redirects, tokenIssuers }));
  service = await startTestService({
    IDENTITY_FILE,
    BEFORE_SEND_URL: `http://127.0.0.1:${port}`,
    BEFORE_SEND_SECRET: HOOK_SECRET,
    // A slow machine may take longer than half a second, and no message may pass unseen here.
    BEFORE_SEND_ON_FAILURE: 'refuse',
  });
  browser = new Browser(service.client(null));
  palaver = createPalaverClient({ url: service.url, token: null });
});
afterAll(async () => {
  palaver.close();
  receiver.kill();
  await service.close();
  await google.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program of the page in a process of its own. It finds its packages from the folder of the service. */
const PROGRAM = { cwd: join(TOP, 'apps/server') };

async function startReceiver(port: number): Promise<ChildProcess> {
  const code = block('js', '### A receiver').replace(
    'listen(4000)',
    `listen(${port}, () => console.log('ready'))`,
  );
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    ...PROGRAM,
    env: { ...process.env, BEFORE_SEND_SECRET: HOOK_SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

/** Runs a snippet of a page with these names in its scope; returns the value of `result` after it. */
function runSnippet(code: string, names: Record<string, unknown>, result: string): Promise<unknown> {
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => {}).constructor;
  return AsyncFunction(...Object.keys(names), `${code}\nreturn ${result};`)(...Object.values(names));
}

/** Runs a command with curl; returns the `data` of its answer. */
async function curl(command: string, environment: Record<string, string>) {
  const script = command.replaceAll('https://chat.example.com', service.url);
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -eu\n${script}`], { env });
  const { data } = JSON.parse(stdout);
  return data ?? expect.unreachable(stdout);
}

describe('the identity files of the page', () => {
  const files = blocks('json').filter((text) => /"(providers|tokenIssuers)"/.test(text));

  test('are there for a first file, Keycloak, Google, GitHub and an own backend', () => {
    const names = files.map((text) => {
      const { providers = {}, tokenIssuers = {} } = JSON.parse(text);
      return Object.keys({ ...providers, ...tokenIssuers });
    });
    expect(names).toEqual([['google'], ['keycloak'], ['google'], ['github'], ['shop']]);
  });

  test.each(files)('%s is taken', async (text) => {
    for (const name of ['google', 'keycloak', 'github']) {
      await writeFile(join(folder, `${name}.secret`), 'a-secret');
    }
    const IDENTITY_FILE = join(folder, 'page.json');
    await writeFile(IDENTITY_FILE, text);
    const { providers, tokenIssuers } = readConfig({ IDENTITY_FILE }).identity;
    expect(providers.length + tokenIssuers.length).toBe(1);
    for (const { clientSecret } of providers) expect(clientSecret).toBe('a-secret');
  });
});

test('a page signs in with a provider', async () => {
  google.person = { sub: 'zoe', preferred_username: 'zoe' };
  // What a browser does with cookies.
  const withCookies: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    browser.keep(answer.headers);
    return answer;
  };
  const starting = createPalaverClient({ url: service.url, token: null, fetch: withCookies });
  const location = { href: '', search: '' };
  const kept = new Map<string, string>();
  const sessionStorage = {
    setItem: (name: string, value: string) => kept.set(name, value),
    getItem: (name: string) => kept.get(name) ?? null,
  };
  await runSnippet(block('ts', SIGN_IN), { palaver: starting, location, sessionStorage }, 'url');
  const back = await browser.call('GET', await browser.visit(location.href));
  location.search = new URL(back.headers.get('Location') ?? '').search;
  const token = await runSnippet(block('ts', SIGN_IN, 1), { palaver, location, sessionStorage }, 'token');
  const me = await service.client(String(token)).get('/api/users/me');
  expect(me.body.data.username).toBe('zoe');
});

test('an own backend mints a person, and acts for them with a key', async () => {
  const program = `${block('js', OWN).replaceAll('https://chat.example.com', service.url)}
    console.log(JSON.stringify(await chatSession({ id: '4711', name: 'Ann Lee', email: 'ann@example.com' })));`;
  const { tokenIssuers } = JSON.parse(block('json', OWN));
  const { stdout: session } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program],
    { ...PROGRAM, env: { ...process.env, CHAT_SECRET: tokenIssuers.shop.secret } },
  );
  const fetch = async () => new Response(session);
  const names = { createPalaverClient, url: service.url, fetch };
  const username = await runSnippet(block('ts', OWN), names, '(await palaver.api.users.me.query()).username');
  const { token } = JSON.parse(session);
  const ann = service.client(token);
  expect((await ann.get('/api/users/me')).body.data).toMatchObject({ username });
  expect((await ann.get('/api/users/me')).body.data).toMatchObject({
    displayName: 'Ann Lee',
    email: 'ann@example.com',
    externalId: 'shop:4711',
  });

  const server = await ann.post('/api/servers', { name: 'Shop' });
  const { body } = await ann.post(`/api/servers/${server.body.data.id}/channels`, { name: 'orders' });
  const CHANNEL = String(body.data.id);
  const [tied = ''] = blocks('', '## Tie your things to ours');
  expect((await curl(tied, { CHANNEL, TOKEN: token })).metadata).toEqual({ order: 4711, carrier: 'post' });

  const [makeKey = '', act = '', put = ''] = blocks('', KEYS);
  const KEY = await madeKey(makeKey);
  expect(await curl(act, { CHANNEL, KEY })).toMatchObject({
    content: 'Your parcel has been sent.',
    externalId: 'order-17',
  });
  expect(await curl(put, { KEY })).toMatchObject({
    created: false,
    user: { externalId: 'shop:4711', displayName: 'Ann Lee', metadata: { plan: 'gold' } },
  });
});

/** Runs the operator's command of the page; returns the token that it prints. */
async function madeKey(line: string): Promise<string> {
  const [, args = ''] = /^npm run palaver -- (.*)\n$/.exec(line) ?? [];
  const env = { DATA_DIR: service.dataDir, DATABASE_URL: service.databaseUrl };
  const { code, stdout } = await command(args.split(' '), env);
  expect(code).toBe(0);
  const [token = ''] = /plvk_\S+/.exec(stdout) ?? [];
  return token;
}

test('the receiver of the page refuses links, masks a word and accepts the rest', async () => {
  const person = await service.person('writer');
  const server = await person.post('/api/servers', { name: 'Acme' });
  const { body } = await person.post(`/api/servers/${server.body.data.id}/channels`, { name: 'talk' });
  const post = async (content: string) =>
    (await person.post(`/api/channels/${body.data.id}/messages`, { content })).body;
  await expect.poll(() => post('hello')).toMatchObject({ data: { content: 'hello' } });
  await expect.poll(() => post('darn it')).toMatchObject({ data: { content: '**** it' } });
  await expect
    .poll(() => post('see http://a.example'))
    .toMatchObject({ code: 'MESSAGE_REFUSED', error: 'No links here.' });
});
