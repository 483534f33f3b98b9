import { randomUUID } from 'node:crypto';
import { createDatabase, type DatabaseHandle, type Transaction } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRows, findNodeIds, findOnline, findPairs, lockPresence, removeRows } from './presence-queries.js';

let testDatabase: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.connection, { max: 10 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const locked = <T>(work: (tx: Transaction) => Promise<T>) =>
  database.db.transaction(async (tx) => {
    await lockPresence(tx);
    return work(tx);
  });

test('of a last row that goes and a first one that comes at the same time, each is seen as such', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  const pair = { serverId: randomUUID(), userId: randomUUID() };
  const active = { ...pair, shown: 'active' as const };
  expect(await locked((tx) => addRows(tx, one, [active]))).toEqual([pair]);
  let added: Promise<unknown> | undefined;
  const removed = await locked(async (tx) => {
    const last = await removeRows(tx, one, [pair]);
    added = locked((other) => addRows(other, two, [active]));
    await waitingForLock();
    return last;
  });
  expect(removed).toEqual([pair]);
  expect(await added).toEqual([pair]);
  expect(await locked((tx) => addRows(tx, one, [active]))).toEqual([]);
  expect(await locked((tx) => removeRows(tx, two, [pair]))).toEqual([]);
  const nodes = await findNodeIds(database.db);
  expect([one, two].filter((id) => nodes.has(id))).toEqual([one]);
});

async function waitingForLock(): Promise<void> {
  const waiting = () => database.sql`select from pg_locks where locktype = 'advisory' and not granted`;
  await expect.poll(async () => (await waiting()).count, { interval: 5 }).toBe(1);
}

test('of a server with very many online, some are read, each once', async () => {
  const nodes = [randomUUID(), randomUUID()];
  const [large, small] = [randomUUID(), randomUUID()];
  const pairs = Array.from({ length: 30 }, () => ({
    serverId: large,
    userId: randomUUID(),
    shown: 'active' as const,
  }));
  const other = { serverId: small, userId: randomUUID(), shown: 'active' as const };
  for (const node of nodes) await locked((tx) => addRows(tx, node, [...pairs, other]));
  const online = await findOnline(database.db, [large, small, randomUUID()], 20);
  expect([...online.values()].map(({ size }) => size)).toEqual([20, 1, 0]);
});

test('a user is idle where every node says so', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  const pair = { serverId: randomUUID(), userId: randomUUID() };
  const show = (node: string, shown: 'active' | 'idle') =>
    locked((tx) => addRows(tx, node, [{ ...pair, shown }]));
  const shown = async () => (await findPairs(database.db, one, [pair]))[0]?.shown;
  expect(await shown()).toBeNull();
  expect(await show(one, 'idle')).toEqual([pair]);
  expect(await shown()).toBe('idle');
  expect(await show(two, 'active')).toEqual([pair]);
  expect(await shown()).toBe('active');
  // With an active one elsewhere, nothing here changes what is shown.
  expect(await show(one, 'active')).toEqual([]);
  expect(await show(one, 'idle')).toEqual([]);
  expect(await show(two, 'idle')).toEqual([pair]);
  expect(await shown()).toBe('idle');
  expect(await findOnline(database.db, [pair.serverId], 5)).toEqual(
    new Map([[pair.serverId, new Map([[pair.userId, 'idle']])]]),
  );
  await locked((tx) => removeRows(tx, one, [pair]));
  expect(await locked((tx) => removeRows(tx, two, [pair]))).toEqual([pair]);
  expect(await shown()).toBeNull();
});
