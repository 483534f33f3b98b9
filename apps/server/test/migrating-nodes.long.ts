import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type DatabaseConnection } from '@palaver/db';
import { createFaultProxy, createTestDatabase } from '@palaver/db/testing';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { callersOf, PASSWORD, TRUST_THE_TEST } from '../src/testing/test-service.js';
import { build, type Child, killLeftovers, start } from './process/child.js';

const folders: string[] = [];

beforeAll(build);
afterEach(async () => {
  await killLeftovers(folders);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'palaver-nodes-'));
  folders.push(folder);
  return folder;
}

async function stop(child: Child): Promise<void> {
  child.kill('SIGTERM');
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(child.output.stderr).toBe('');
}

test('nodes that start at the same time on an empty database migrate it once and serve it together', async () => {
  const database = await createTestDatabase();
  await dropEverything(database.url);
  const environment = { DATA_DIR: await dataFolder(), DATABASE_URL: database.url, ...TRUST_THE_TEST };
  const nodes = [1, 2, 3].map(() => start(environment));
  const [first, second, third] = await Promise.all(nodes.map(async (node) => callersOf(await node.url())));

  const alice = await first?.person('alice');
  expect((await second?.client(alice?.token ?? '').get('/api/users/me'))?.status).toBe(200);
  expect((await third?.client(null).post('/api/auth/register', registration('alice')))?.status).toBe(409);
  for (const node of nodes) await stop(node);
  await database.drop();
});

test('a start survives that the answer to the COMMIT of its migrations is lost', async () => {
  const database = await createTestDatabase();
  await dropEverything(database.url);
  const proxy = await createFaultProxy(database.connection);
  const lost = proxy.loseAnswer(/^COMMIT$/);
  const folder = await dataFolder();
  const child = start({
    DATA_DIR: folder,
    DATABASE_URL: urlOf(proxy.connection),
    ...TRUST_THE_TEST,
  });
  await lost;
  const alice = await (await callersOf(await child.url())).person('alice');
  expect((await alice.get('/api/users/me')).status).toBe(200);
  await stop(child);
  await proxy.close();
  await database.drop();
});

/** The URL of a database behind a proxy. */
function urlOf(connection: DatabaseConnection): string {
  if ('url' in connection) return connection.url;
  const { host, port, user, password, database } = connection;
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}

const registration = (username: string) => ({ username, password: PASSWORD });

/** Drops everything in a database, including the record of its migrations. */
async function dropEverything(url: string): Promise<void> {
  const { sql, close } = createDatabase({ url }, { max: 1 });
  await sql.unsafe('drop schema public cascade; create schema public; drop schema drizzle cascade');
  await close();
}
