import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeCluster } from '@palaver/db/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Callers, callersOf, PASSWORD, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { until } from '../src/testing/until.js';
import { build, type Child, killLeftovers, postgresOf, start, startWithNpm } from './process/child.js';
import { halfRequest } from './process/connections.js';

let dataDir: string;

beforeAll(build);
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'palaver-signals-'));
});
afterEach(async () => {
  await killLeftovers([dataDir]);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
});

const placeDatabase = () => placeCluster(join(dataDir, 'postgres'));
const environment = () => ({ DATA_DIR: dataDir, ...TRUST_THE_TEST });
const isThere = (path: string) =>
  access(join(dataDir, path)).then(
    () => true,
    () => false,
  );

/** Waits for the end of a process that has got its signals, and expects that it was clean. */
async function expectCleanStop(child: Child): Promise<void> {
  await child.exited;
  expect(child.lines().map(({ msg }) => msg)).toEqual(expect.arrayContaining(['Stopping', 'Stopped']));
  expect(child.lines().filter(({ msg }) => msg === 'Stopping')).toHaveLength(1);
  expect(child.output.stderr).toBe('');
  expect(await postgresOf(dataDir)).toBeNull();
  expect(await isThere('postgres/cluster/postmaster.pid')).toBe(false);
}

describe('npm start', () => {
  test('stops cleanly at each Ctrl-C, and keeps what was acknowledged just before it', async () => {
    await placeDatabase();
    const names = ['ann', 'ben', 'cem', 'dov'];
    for (const [index, name] of names.entries()) {
      const child = startWithNpm(environment());
      const callers = await callersOf(await child.url());
      const earlier = names.slice(0, index).map((username) => logIn(callers, username));
      expect(await Promise.all(earlier)).toEqual(Array(index).fill(200));
      await callers.person(name);
      child.kill('SIGINT');
      await expectCleanStop(child);
      expect(await child.exited).toEqual({ code: 0, signal: null });
    }
  });

  test('stops cleanly when its terminal is closed', async () => {
    await placeDatabase();
    const child = startWithNpm(environment());
    await child.url();
    child.kill('SIGHUP');
    await expectCleanStop(child);
  });

  test('stops cleanly at Ctrl-C while it creates its database', async () => {
    const child = startWithNpm(environment());
    // Where this process is held up, initdb may have ended.
    await until(async () => (await isInitdbAtWork()) || (await isThere('postgres/cluster')));
    child.kill('SIGINT');
    await expectCleanStop(child);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await isThere('postgres/cluster')).toBe(true);
  });
});

/** Whether initdb has begun to write the database's folder. */
async function isInitdbAtWork(): Promise<boolean> {
  const names = await readdir(join(dataDir, 'postgres')).catch(() => []);
  const draft = names.find((name) => name.startsWith('cluster.new-'));
  return draft !== undefined && (await isThere(`postgres/${draft}/base`));
}

async function logIn({ client }: Callers, username: string): Promise<number> {
  return (await client(null).post('/api/auth/login', { username, password: PASSWORD })).status;
}

test('a further Ctrl-C a second later ends a stop that waits for a request, and Postgres ends too', async () => {
  await placeDatabase();
  const child = start(environment());
  const url = await child.url();
  const alice = await (await callersOf(url)).person('alice');
  await halfRequest(url, alice.token ?? '', '{"name":"Late"}');
  const pressing = setInterval(() => child.kill('SIGINT'), 50);
  const { code } = await child.exited;
  clearInterval(pressing);
  expect(code).toBe(1);
  expect(child.lines().map(({ msg }) => msg)).toContain('A second signal: leaving what is unfinished');
  await expect.poll(() => postgresOf(dataDir)).toBeNull();
});

describe('SIGTERM', () => {
  test('during a burst of requests leaves none without an answer', async () => {
    await placeDatabase();
    const child = start(environment());
    const callers = await callersOf(await child.url());
    // Registration is the slowest request, because it hashes a password.
    const started = Array.from({ length: 20 }, (_, index) => callers.person(`person-${index}`));
    await Promise.race(started);
    child.kill('SIGTERM');
    const outcomes = await Promise.allSettled(started);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await postgresOf(dataDir)).toBeNull();
  });

  test('while the service starts leaves no Postgres behind', async () => {
    await placeDatabase();
    const child = start({ DATA_DIR: dataDir, LOG_LEVEL: 'debug' });
    await child.line(({ msg }) => msg === 'Starting Postgres');
    child.kill('SIGTERM');
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(await postgresOf(dataDir)).toBeNull();
  });
});
