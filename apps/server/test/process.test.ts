import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { type Callers, callersOf, PASSWORD, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { created } from './access/scene.js';
import { expectInvariants } from './hostile/invariants.js';
import { build, type Child, connectionOf, endLeftovers, postgresOf, start } from './process/child.js';
import { halfRequest, keptAlive, openSubscription, openWebSocket, upgrade } from './process/connections.js';

const folders: string[] = [];

beforeAll(build);
afterEach(async () => {
  await endLeftovers(folders);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** A new folder for the data of a process. */
async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-process-'));
  folders.push(folder);
  return folder;
}

/** Ends a process as an operator does, and expects it to have gone well. */
async function stop(child: Child, dataDir: string): Promise<void> {
  const from = performance.now();
  child.kill('SIGTERM');
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - from).toBeLessThan(10_000);
  expect(await postgresOf(dataDir)).toBeNull();
  expect(child.output.stderr).toBe('');
}

describe('kill -9', () => {
  test.each(['the service', 'the service and Postgres'])(
    'of %s loses nothing that was acknowledged, and the next start comes back by itself',
    async (victims) => {
      const dataDir = await dataFolder();
      const environment = { DATA_DIR: dataDir, ...TRUST_THE_TEST };
      const before = start(environment);
      const alice = await (await callersOf(await before.url())).person('alice');
      const serverId = await created(alice, '/api/servers', { name: 'Acme' });
      const channelId = await created(alice, `/api/servers/${serverId}/channels`, { name: 'talk' });
      const path = `/api/channels/${channelId}/messages`;
      const acknowledged: string[] = [];
      const posting = Array.from({ length: 8 }, () => postUntilDead(alice, path, acknowledged));
      await untilLength(acknowledged, 200);
      const postgres = await postgresOf(dataDir);
      before.kill('SIGKILL');
      if (postgres !== null && victims.includes('Postgres')) process.kill(postgres, 'SIGKILL');
      await Promise.all(posting);
      expect((await before.exited).signal).toBe('SIGKILL');

      const after = start(environment);
      const back = (await callersOf(await after.url())).client(alice.token);
      expect(await allIds(back, path)).toEqual(expect.arrayContaining(acknowledged));
      await expectInvariants(await connectionOf(dataDir));
      await stop(after, dataDir);
    },
  );
});

/** Posts one message after another until nobody answers, and notes those that were acknowledged. */
async function postUntilDead(caller: Client, path: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const answer = await caller.post(path, { content: `message ${acknowledged.length}` }).catch(() => null);
    if (answer === null) return;
    expect(answer.status).toBe(201);
    acknowledged.push(answer.body.data.id);
  }
}

async function untilLength(list: readonly unknown[], length: number): Promise<void> {
  while (list.length < length) await new Promise((resolve) => setImmediate(resolve));
}

/** The ids of all messages of a channel, page by page. */
async function allIds(caller: Client, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const before = ids.length === 0 ? '' : `&before=${ids.at(-1)}`;
    const { body } = await caller.get(`${path}?limit=100${before}`);
    if (body.data.length === 0) return ids;
    ids.push(...body.data.map(({ id }: { id: string }) => id));
  }
}

describe('SIGTERM', () => {
  test('answers what is under way, ends sockets and subscriptions, and stops Postgres last', async () => {
    const dataDir = await dataFolder();
    const child = start({ DATA_DIR: dataDir, ...TRUST_THE_TEST });
    const url = await child.url();
    const alice = await (await callersOf(url)).person('alice');
    const serverId = await created(alice, '/api/servers', { name: 'Acme' });
    const idle = await keptAlive(url);
    const { closed } = await openWebSocket(url, alice.token ?? '');
    const subscription = await openSubscription(alice, serverId);
    const underWay = await halfRequest(url, alice.token ?? '', '{"name":"Late"}');

    child.kill('SIGTERM');
    await child.line(({ msg }) => msg === 'Stopping');
    underWay.finish();
    expect(await underWay.answer).toMatch(/^HTTP\/1.1 201 /);
    expect(await closed).toBe(1012);
    await subscription.ended;
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await postgresOf(dataDir)).toBeNull();
    expect(child.output.stderr).toBe('');
    idle.destroy();
  });

  test('during a burst of requests leaves none without its answer', async () => {
    const dataDir = await dataFolder();
    const child = start({ DATA_DIR: dataDir, ...TRUST_THE_TEST });
    const callers = await callersOf(await child.url());
    // Hashing a password takes longer than anything else a request does.
    const started = Array.from({ length: 20 }, (_, index) => callers.person(`person-${index}`));
    await Promise.race(started);
    child.kill('SIGTERM');
    const outcomes = await Promise.allSettled(started);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await postgresOf(dataDir)).toBeNull();
  });
});

describe('SIGTERM while the service starts', () => {
  test('leaves no Postgres behind', async () => {
    const dataDir = await dataFolder();
    const child = start({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
    await child.line(({ msg }) => msg === 'Starting Postgres');
    child.kill('SIGTERM');
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await postgresOf(dataDir)).toBeNull();
  });
});

describe('a bad value in the environment', () => {
  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://root:hunter22@localhost/palaver'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['REDIS_URL', 'redis://localhost'],
    ['PUBLIC_URL', 'chat.example.com'],
    ['CORS_ORIGINS', 'https://chat.example.com/path'],
    ['LOG_LEVEL', 'loud'],
    ['SESSION_IDLE_DAYS', '0'],
    ['SESSION_MAX_DAYS', '1.5'],
    ['EVENT_RETENTION_DAYS', 'forever'],
  ])('%s=%s ends the start with a sentence that names it', async (name, value) => {
    const child = start({ DATA_DIR: await dataFolder(), [name]: value });
    expect((await child.exited).code).toBe(1);
    expect(child.output.stderr).toMatch(new RegExp(`^Palaver cannot start\\.\n${name}: [^\n]+\n$`));
    expect(child.output.stderr + child.output.stdout).not.toMatch(/\n\s+at |hunter22/);
  });

  test('each of several is named', async () => {
    const child = start({ DATA_DIR: await dataFolder(), PORT: 'x', LOG_LEVEL: 'loud' });
    expect((await child.exited).code).toBe(1);
    expect(child.output.stderr).toMatch(/PORT: .*\nLOG_LEVEL: /);
  });

  test('a database that is not there ends the start, without its password', async () => {
    const DATABASE_URL = 'postgres://palaver:hunter22@127.0.0.1:1/palaver';
    const child = start({ DATA_DIR: await dataFolder(), DATABASE_URL });
    expect((await child.exited).code).toBe(1);
    expect(child.output.stderr).toMatch(/^Palaver cannot start\.\n.+\n$/);
    expect(child.output.stderr + child.output.stdout).not.toMatch(/\n\s+at |hunter22/);
  });
});

describe('several nodes on one database', () => {
  test('that start at once, on an empty one, migrate it once and serve it together', async () => {
    const database = await createTestDatabase();
    await emptyOut(database.url);
    const folders = await Promise.all([dataFolder(), dataFolder(), dataFolder()]);
    const nodes = folders.map((DATA_DIR) =>
      start({ DATA_DIR, DATABASE_URL: database.url, ...TRUST_THE_TEST }),
    );
    const [here, there, yonder] = await Promise.all(nodes.map(async (node) => callersOf(await node.url())));

    const alice = await here?.person('alice');
    expect((await there?.client(alice?.token ?? '').get('/api/users/me'))?.status).toBe(200);
    expect((await yonder?.client(null).post('/api/auth/register', registration('alice')))?.status).toBe(409);
    for (const [index, node] of nodes.entries()) await stop(node, folders[index] ?? '');
    await database.drop();
  });
});

const registration = (username: string) => ({ username, password: PASSWORD });

/** Takes everything out of a database, the notes of its migrations included. */
async function emptyOut(url: string): Promise<void> {
  const { sql, close } = createDatabase({ url }, { max: 1 });
  await sql.unsafe('drop schema public cascade; create schema public; drop schema drizzle cascade');
  await close();
}

describe('the log', () => {
  test('is JSON lines with the id of each request, and tells no secret', async () => {
    const dataDir = await dataFolder();
    const child = start({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...TRUST_THE_TEST });
    const url = await child.url();
    const callers = await callersOf(url);
    const secrets = await useSecrets(callers);
    const { headers } = await callers.client(secrets[0] ?? '').get('/api/users/me?token=in-the-query');
    const requestId = headers.get('X-Request-Id');
    const line = await child.line((candidate) => candidate.requestId === requestId);
    expect(line).toMatchObject({ req: { method: 'GET', path: '/api/users/me' }, res: { statusCode: 200 } });
    const connection = await connectionOf(dataDir);
    const database = 'password' in connection ? String(connection.password) : '';
    await stop(child, dataDir);

    expect(child.lines().length).toBeGreaterThan(10);
    for (const secret of [...secrets, database, PASSWORD, 'in-the-query', 'hunter22']) {
      expect(secret.length).toBeGreaterThan(7);
      expect(child.output.stdout).not.toContain(secret);
    }
  });
});

/** Sends tokens and passwords in every way there is, right and wrong. Returns those that it was given. */
async function useSecrets(callers: Callers): Promise<string[]> {
  const alice = await callers.person('alice');
  const bot = await callers.bot(alice, 'helper');
  const nobody = callers.client(null);
  const { body: fresh } = await nobody.post('/api/auth/login', registration('alice'));
  const { body: asked } = await alice.post('/api/ws/ticket');
  const raw = `{"username":"alice","password":"hunter22`;
  await nobody.post('/api/auth/login', { username: 'alice', password: 'hunter22' });
  await nobody.post('/api/auth/login', undefined, { raw, headers: { 'Content-Type': 'application/json' } });
  await alice.post('/api/auth/password', { currentPassword: 'hunter22', newPassword: 'hunter22hunter22' });
  await alice.native('users.get', 'query', { userId: fresh.data.token });
  await nobody.get('/api/users/me', { headers: { Authorization: `Basic ${btoa('alice:hunter22')}` } });
  const tokens = [alice.token, bot.token, fresh.data.token, asked.data.ticket].map(String);
  for (const parameter of ['token', 'ticket']) {
    for (const token of [...tokens, 'hunter22']) await upgrade(callers.url, `/api/ws?${parameter}=${token}`);
  }
  return tokens;
}
