import { createDatabase, type DatabaseHandle, tables } from '@palaver/db';
import {
  createFaultProxy,
  createTestDatabase,
  type FaultProxy,
  type TestDatabase,
} from '@palaver/db/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Registry } from './registry.js';
import { NodeSetupError } from './setup.js';

const SILENT = { error: () => {}, warn: () => {}, info: () => {} };

let testDatabase: TestDatabase;
let proxy: FaultProxy;
let direct: DatabaseHandle;
let proxied: DatabaseHandle;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  proxy = await createFaultProxy(testDatabase.connection);
  direct = createDatabase(testDatabase.connection, { max: 2 });
  proxied = createDatabase(proxy.connection, { max: 1 });
});
afterAll(async () => {
  await Promise.all([direct.close(), proxied.close()]);
  await proxy.close();
  await testDatabase.drop();
});

const SETUP = { files: 'disk a', redis: 'none', keys: 'a' };
const join = (db = direct.db, version = '1.0.0', setup = SETUP) =>
  Registry.join({ db, log: SILENT, version, setup, everyMs: 50 });
const untilKnown = (registry: Registry, ...others: Registry[]) =>
  expect.poll(() => [...registry.others()].sort()).toEqual(others.map(({ id }) => id).sort());
const shift = (id: string, seconds: number) =>
  direct.db
    .update(tables.nodes)
    .set({ seenAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(tables.nodes.id, id));
const rows = () => direct.db.select({ id: tables.nodes.id }).from(tables.nodes);

test('nodes see each other come, begin to stop and go', async () => {
  const a = await join();
  expect(a.others().size).toBe(0);
  let changes = 0;
  const stop = a.onChange(() => changes++);

  const b = await join(direct.db, '1.1.0');
  // The one that comes knows the others from its start.
  expect(b.living()).toEqual([{ id: a.id, version: '1.0.0', draining: false, setup: SETUP }]);
  await untilKnown(a, b);
  expect(changes).toBe(1);

  await b.setDraining();
  await expect.poll(() => a.living()).toEqual([{ id: b.id, version: '1.1.0', draining: true, setup: SETUP }]);
  await b.leave();
  await untilKnown(a);
  expect(changes).toBe(3);
  stop();
  await a.leave();
  expect(await rows()).toEqual([]);
});

test('a node that does not write its row any more is gone after five seconds of the database, and its row after a minute', async () => {
  const [a, b] = await Promise.all([join(), join()]);
  await untilKnown(a, b);
  // As a node that is killed: it writes no more and its row stays.
  await b.leave();
  await direct.db
    .insert(tables.nodes)
    .values({ id: b.id, version: '1.0.0', startedAt: new Date(), seenAt: new Date() });
  await shift(b.id, 4);
  await untilKnown(a, b);
  await shift(b.id, 6);
  await untilKnown(a);
  expect(await rows()).toHaveLength(2);
  await shift(b.id, 61);
  await expect.poll(rows).toEqual([{ id: a.id }]);
  await a.leave();
});

test('without the database the others that were known last count as living, and also while they come back', async () => {
  const [a, b] = await Promise.all([join(proxied.db), join()]);
  await untilKnown(a, b);
  const changes: number[] = [];
  a.onChange(() => changes.push(a.others().size));
  const cut = proxy.resets;
  proxy.cut();
  await expect.poll(() => proxy.resets).toBeGreaterThan(cut + 2);
  // As after a crash of Postgres, which empties the table.
  await b.leave();
  proxy.restore();
  await expect.poll(rows).toContainEqual({ id: a.id });
  expect([...a.others()]).toEqual([b.id]);
  expect(changes).toEqual([]);
  await a.leave();
});

test('of nodes with different setups that begin at the same moment one starts, and the other leaves no row', async () => {
  const started = await Promise.allSettled([join(), join(direct.db, '1.0.0', { ...SETUP, files: 'disk b' })]);
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = started.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: expect.any(NodeSetupError) });
  expect(await rows()).toHaveLength(1);
  for (const each of started) if (each.status === 'fulfilled') await each.value.leave();
});
