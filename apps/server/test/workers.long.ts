import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createdId } from '@palaver/core/testing';
import { placeCluster } from '@palaver/db/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '../src/operator/request.js';
import { livingOperatorSocket } from '../src/operator/socket-path.js';
import { callersOf, PASSWORD, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, type Child, killLeftovers, postgresOf, start } from './process/child.js';
import { temporaryFolders } from './process/folders.js';
import { follow } from './process/follower.js';

const TOKEN = 'a-token-for-prometheus';
const folders = temporaryFolders();

// Three processes and Postgres share the cores of a busy machine.
beforeAll(build);
afterEach(async () => {
  await killLeftovers(folders.paths);
  await folders.remove();
});

async function dataFolder(): Promise<string> {
  const folder = await folders.make();
  await placeCluster(join(folder, 'postgres'));
  return folder;
}

const startTwo = (dataDir: string, environment: Record<string, string> = {}) =>
  start({ DATA_DIR: dataDir, WORKERS: '2', METRICS_TOKEN: TOKEN, ...TRUST_THE_TEST, ...environment });

/** The process ids of the workers that have served, in the order in which they began, by their number. */
const pidsOf = (child: Child, worker: number) =>
  child
    .lines()
    .flatMap((line) => (line.msg === 'A worker serves' && line.worker === worker ? Number(line.pid) : []));

/** The values of a metric by its labels, as they stand in the text. */
async function metric(url: string, name: string): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith(`${name}{`));
  return new Map(
    lines.map((line) => [line.slice(name.length).split(' ')[0] ?? '', Number(line.split(' ')[1])]),
  );
}

async function expectEnded(child: Child, dataDir: string): Promise<void> {
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(await postgresOf(dataDir)).toBeNull();
  for (const worker of [1, 2]) {
    expect(pidsOf(child, worker)).not.toEqual([]);
    for (const pid of pidsOf(child, worker)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }
}

test('two workers serve one port and lose nothing when one is killed; a stop ends all processes', async () => {
  const dataDir = await dataFolder();
  const child = startTwo(dataDir);
  const url = await child.url();
  const alice = await (await callersOf(url)).person('alice');
  const serverId = await createdId(alice, '/api/servers', { name: 'Acme' });
  const channelId = await createdId(alice, `/api/servers/${serverId}/channels`, { name: 'talk' });
  const followers = await Promise.all(
    Array.from({ length: 6 }, () => follow(url, alice.token ?? '', channelId)),
  );
  const sockets = await metric(url, 'palaver_sockets');
  expect([...sockets.keys()]).toEqual(['{worker="1"}', '{worker="2"}']);
  expect([...sockets.values()].every((count) => count > 0)).toBe(true);
  expect([...sockets.values()].reduce((sum, count) => sum + count)).toBe(6);

  const posted: string[] = [];
  const post = async () => {
    const content = `message ${posted.length}`;
    posted.push(content);
    // It is answered once, also where the worker dies in between.
    const key = { headers: { 'Idempotency-Key': `key-${content}` } };
    const path = `/api/channels/${channelId}/messages`;
    await expect
      .poll(() =>
        alice.send('POST', path, { content }, key).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(201);
  };
  for (let n = 0; n < 20; n++) await post();
  for (const { received } of followers) await expect.poll(() => received).toEqual(posted);
  const commits = await metric(url, 'palaver_events_total');
  expect([...commits.values()].every((count) => count > 0)).toBe(true);

  const [first = 0] = pidsOf(child, 1);
  process.kill(first, 'SIGKILL');
  for (let n = 0; n < 20; n++) await post();
  await expect.poll(() => pidsOf(child, 1).length).toBe(2);
  for (const { received } of followers) await expect.poll(() => received).toEqual(posted);
  expect(followers.filter(({ gaps }) => gaps.length > 0).length).toBe(sockets.get('{worker="1"}'));

  const socketPath = (await livingOperatorSocket(dataDir)) ?? '';
  const answer = await sendRequest({ socketPath }, 'GET', '/health');
  expect(answer.status).toBe(200);
  for (const follower of followers) follower.close();
  child.kill('SIGTERM');
  await expectEnded(child, dataDir);
  expect(child.lines().filter(({ msg }) => msg.startsWith('Palaver listens'))).toHaveLength(1);
  expect(child.output.stderr).toBe('');
});

test('the setup code is one for all workers, and good once', async () => {
  const dataDir = await dataFolder();
  const child = startTwo(dataDir, { DRAIN_SECONDS: '1' });
  const callers = await callersOf(await child.url());
  const file = join(dataDir, 'operator/setup-code');
  const setupCode = (await readFile(file, 'utf8')).trim();
  const register = (username: string) =>
    callers.client(null).post('/api/auth/register', { username, password: PASSWORD, setupCode });
  expect((await register('alice')).status).toBe(201);
  await expect.poll(() => readFile(file).catch(() => null)).toBeNull();
  // Each on a connection of its own: they reach both workers.
  const later = await Promise.all(['bob', 'carol', 'dave', 'erin'].map(register));
  expect(later.map(({ body }) => body.code)).toEqual(Array(4).fill('WRONG_SETUP_CODE'));
  child.kill('SIGINT');
  await expectEnded(child, dataDir);
});

describe('workers that cannot start', () => {
  test('end the start with one sentence', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const dataDir = await dataFolder();
    const child = startTwo(dataDir, { PORT: String(port) });
    expect((await child.exited).code).toBe(1);
    expect(child.output.stderr).toBe(
      `Palaver cannot start.\nPort ${port} is in use; set PORT to another one.\n`,
    );
    expect(await postgresOf(dataDir)).toBeNull();
    taken.close();
  });

  test('after they have served end the service', async () => {
    const dataDir = await dataFolder();
    const child = startTwo(dataDir);
    await child.url();
    // A worker makes folders in this one.
    await rm(join(dataDir, 'files'), { recursive: true });
    await writeFile(join(dataDir, 'files'), '');
    process.kill(pidsOf(child, 1)[0] ?? 0, 'SIGKILL');
    expect((await child.exited).code).toBe(1);
    expect(child.lines().map(({ msg }) => msg)).toContain('Workers end at every start');
    expect(await postgresOf(dataDir)).toBeNull();
  });
});
