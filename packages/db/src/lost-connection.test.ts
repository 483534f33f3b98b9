import type { Sql, TransactionSql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from './connection.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

let database: TestDatabase;
let sql: Sql;
let killer: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  killer = connect(database.connection, { max: 1 });
  await killer`create table notes (who text)`;
});
afterAll(async () => {
  await killer.end();
  await database.drop();
});
beforeEach(() => {
  // One place in the pool, so that a lost one is noticed.
  sql = connect(database.connection, { max: 1 });
});
afterEach(() => sql.end());

/** A promise and what resolves it (`Promise.withResolvers` is newer than Node 20). */
function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const backendOf = async (on: Sql | TransactionSql) =>
  (await on<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;

async function kill(pid: number): Promise<void> {
  await killer`select pg_terminate_backend(${pid}, 5000)`;
}

test('a connection that dies under a statement fails its transaction, and its place is taken by a new one', async () => {
  const known = deferred<number>();
  const transaction = sql.begin(async (tx) => {
    known.resolve(await backendOf(tx));
    await tx`select pg_sleep(4)`;
  });
  const outcome = transaction.then(
    () => 'done',
    () => 'failed',
  );
  await kill(await known.promise);
  expect(await outcome).toBe('failed');
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('nothing of a transaction is written after its connection has died', async () => {
  const dead = deferred<void>();
  const known = deferred<number>();
  const zombie = sql.begin(async (tx) => {
    known.resolve(await backendOf(tx));
    await dead.promise;
    await tx`insert into notes values ('zombie')`;
  });
  const outcome = zombie.then(
    () => 'done',
    () => 'failed',
  );
  await kill(await known.promise);
  await sql`insert into notes values ('alive')`;
  dead.resolve();
  expect(await outcome).toBe('failed');
  expect(await sql`select who from notes`).toEqual([{ who: 'alive' }]);
});
