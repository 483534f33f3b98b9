import { createDatabase } from '@palaver/db';
import { createFaultProxy, createTestDatabase } from '@palaver/db/testing';
import { expect, test } from 'vitest';
import { startDatabaseClock } from './database-clock.js';

const MISCOUNTED_MS = 3_600_000;
/** Less is what an answer may take. */
const SAME_MS = MISCOUNTED_MS / 2;
const log = { error: () => {}, warn: () => {}, info: () => {} };

test('shows the time of the database, goes on while it is away, and is read again after that', async () => {
  const database = await createTestDatabase();
  const proxy = await createFaultProxy(database.connection);
  const { db, close } = createDatabase(proxy.connection, { max: 2 });
  let miscountedMs = 0;
  const elapsed = () => performance.now() + miscountedMs;
  const clock = await startDatabaseClock({ db, log, elapsed, everyMs: 20 });
  const errorMs = () => Math.abs(clock.now().getTime() - Date.now());
  expect(errorMs()).toBeLessThan(SAME_MS);

  proxy.cut();
  const first = clock.now();
  await expect.poll(() => proxy.resets).toBeGreaterThan(2);
  expect(clock.now().getTime()).toBeGreaterThan(first.getTime());
  expect(errorMs()).toBeLessThan(SAME_MS);

  miscountedMs = MISCOUNTED_MS;
  expect(errorMs()).toBeGreaterThan(SAME_MS);
  proxy.restore();
  await expect.poll(errorMs).toBeLessThan(SAME_MS);

  clock.close();
  await close();
  await proxy.close();
  await database.drop();
});
