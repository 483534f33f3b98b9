import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createdId } from '@palaver/core/testing';
import { placeCluster } from '@palaver/db/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../src/testing/client.js';
import { type Callers, callersOf, PASSWORD, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { expectInvariants } from './hostile/invariants.js';
import {
  build,
  type Child,
  connectionOf,
  killLeftovers,
  outputOfLiving,
  postgresOf,
  start,
} from './process/child.js';
import { halfRequest, keptAlive, openSubscription, openWebSocket, upgrade } from './process/connections.js';

const folders: string[] = [];

beforeAll(build);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(outputOfLiving());
  await killLeftovers(folders);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Creates a data folder for a process. */
async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-process-'));
  folders.push(folder);
  return folder;
}

/** The same with a database in it that has never run, which takes less than to make one. */
async function folderWithDatabase(): Promise<string> {
  const folder = await dataFolder();
  await placeCluster(join(folder, 'postgres'));
  return folder;
}

/** Stops a process with SIGTERM, as an operator does, and expects a clean exit. */
async function stop(child: Child, dataDir: string): Promise<void> {
  child.kill('SIGTERM');
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(await postgresOf(dataDir)).toBeNull();
  expect(child.output.stderr).toBe('');
}

test('a start takes from other users what they could read of the data, and root is told that it stays root', async () => {
  const dataDir = await dataFolder();
  const first = start({ DATA_DIR: dataDir });
  await first.url();
  await stop(first, dataDir);
  const paths = ['', 'files', 'postgres/password'].map((path) => join(dataDir, path));
  for (const path of paths) await chmod(path, 0o755);
  const second = start({ DATA_DIR: dataDir });
  const { body } = await (await callersOf(await second.url())).client(null).get('/health');
  expect(body).toEqual({ data: { status: 'ok' } });
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o700, 0o600]);
  const warnings = second.lines().filter(({ level, msg }) => level === 40 && msg.includes('as root'));
  expect(warnings).toHaveLength(process.getuid?.() === 0 ? 1 : 0);
  await stop(second, dataDir);
});

describe('kill -9', () => {
  test.each(['the service', 'the service and Postgres'])(
    'of %s loses nothing that was acknowledged, and the next start recovers by itself',
    async (victims) => {
      const dataDir = await folderWithDatabase();
      const environment = { DATA_DIR: dataDir, ...TRUST_THE_TEST };
      const before = start(environment);
      const alice = await (await callersOf(await before.url())).person('alice');
      const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
      const channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name: 'talk' });
      const path = `/api/channels/${channelId}/messages`;
      const acknowledged: string[] = [];
      const posting = Array.from({ length: 8 }, () => postUntilKilled(alice, path, acknowledged));
      await untilLength(acknowledged, 200, Promise.all(posting));
      const postgres = await postgresOf(dataDir);
      before.kill('SIGKILL');
      if (postgres !== null && victims.includes('Postgres')) process.kill(postgres, 'SIGKILL');
      await Promise.all(posting);
      expect((await before.exited).signal).toBe('SIGKILL');

      const after = start(environment);
      const client = (await callersOf(await after.url())).client(alice.token);
      expect(await allIds(client, path)).toEqual(expect.arrayContaining(acknowledged));
      await expectInvariants(await connectionOf(dataDir));
      await stop(after, dataDir);
    },
  );
});

/** Posts one message after another until the service is gone. Adds the ids of acknowledged messages to the list. */
async function postUntilKilled(caller: Client, path: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const answer = await caller.post(path, { content: `message ${acknowledged.length}` }).catch(() => null);
    if (answer === null) return;
    expect(answer.status).toBe(201);
    acknowledged.push(answer.body.data.id);
  }
}

async function untilLength(
  list: readonly unknown[],
  length: number,
  filling: Promise<unknown>,
): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  filling.then(end, end);
  while (list.length < length && !ended) await new Promise((resolve) => setImmediate(resolve));
  expect(list.length).toBeGreaterThanOrEqual(length);
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
  test('completes pending requests, closes sockets and subscriptions, and stops Postgres last', async () => {
    const dataDir = await folderWithDatabase();
    const child = start({ DATA_DIR: dataDir, ...TRUST_THE_TEST });
    const url = await child.url();
    const alice = await (await callersOf(url)).person('alice');
    const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
    const idle = await keptAlive(url);
    const { closed } = await openWebSocket(url, alice.token ?? '');
    const subscription = await openSubscription(alice, serverId);
    const pending = await halfRequest(url, alice.token ?? '', '{"name":"Late"}');

    child.kill('SIGTERM');
    await child.line(({ msg }) => msg === 'Stopping');
    pending.finish();
    expect(await pending.answer).toMatch(/^HTTP\/1.1 201 /);
    expect(await closed).toBe(1012);
    await subscription.ended;
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await postgresOf(dataDir)).toBeNull();
    expect(child.output.stderr).toBe('');
    idle.destroy();
  });
});

describe('a bad value in the environment', () => {
  test('several bad values are all named', async () => {
    const child = start({ DATA_DIR: await dataFolder(), PORT: 'x', LOG_LEVEL: 'loud' });
    expect((await child.exited).code).toBe(1);
    expect(child.output.stderr).toMatch(/PORT: .*\nLOG_LEVEL: /);
  });
});

describe('the log', () => {
  test('is JSON lines with the id of each request, and contains no secrets', async () => {
    const dataDir = await folderWithDatabase();
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

/** Sends valid and invalid tokens and passwords in every way that the service accepts. Returns the valid tokens. */
async function useSecrets(callers: Callers): Promise<string[]> {
  const alice = await callers.person('alice');
  const bot = await callers.bot(alice, 'helper');
  const anonymous = callers.client(null);
  const { body: login } = await anonymous.post('/api/auth/login', { username: 'alice', password: PASSWORD });
  const { body: ticket } = await alice.post('/api/ws/ticket');
  const raw = `{"username":"alice","password":"hunter22`;
  await anonymous.post('/api/auth/login', { username: 'alice', password: 'hunter22' });
  await anonymous.post('/api/auth/login', undefined, {
    raw,
    headers: { 'Content-Type': 'application/json' },
  });
  await alice.post('/api/auth/password', { currentPassword: 'hunter22', newPassword: 'hunter22hunter22' });
  await alice.native('users.get', 'query', { userId: login.data.token });
  await anonymous.get('/api/users/me', { headers: { Authorization: `Basic ${btoa('alice:hunter22')}` } });
  const tokens = [alice.token, bot.token, login.data.token, ticket.data.ticket].map(String);
  for (const parameter of ['token', 'ticket']) {
    for (const token of [...tokens, 'hunter22']) await upgrade(callers.url, `/api/ws?${parameter}=${token}`);
  }
  return tokens;
}
