import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connection.js';
import { poolCounts } from './pool.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

// The changes for speed, 1 and 2, the one for metrics, and fix 17 of the patched driver (docs/patches.md).
let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.connection, { max: 3 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const backend = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;

/** Begins this many transactions, of which each waits for the others and for the function that is returned. */
function holdConnections(pool: Sql, count: number): () => Promise<unknown> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let open = 0;
  const transactions = Array.from({ length: count }, () =>
    pool.begin(async () => {
      open++;
      await released;
    }),
  );
  return async () => {
    while (open < count) await new Promise((resolve) => setImmediate(resolve));
    release();
    await Promise.all(transactions);
  };
}

test('a lone statement goes to the connection that was used last', async () => {
  await holdConnections(sql, 3)();

  const last = await backend();
  const backends = [await backend(), await backend(), await backend()];

  expect(backends).toEqual([last, last, last]);
});

test('every one of many waiting statements receives its own answer', async () => {
  const numbers = Array.from({ length: 1_000 }, (_, number) => number);

  const answers = await Promise.all(
    numbers.map((number) => sql<{ number: number }[]>`select ${number}::int as number`),
  );

  expect(answers.map(([row]) => row?.number)).toEqual(numbers);
});

test('counts the connections by what they do, and the queries that wait for one', async () => {
  const pool = connect(database.connection, { max: 2 });
  const idle = { idle: 0, busy: 0, opening: 0, waiting: 0 };
  expect(poolCounts(pool)).toEqual(idle);
  await holdConnections(pool, 2)();
  expect(poolCounts(pool)).toEqual({ ...idle, idle: 2 });

  const release = holdConnections(pool, 2);
  const waiting = [pool`select 1`, pool`select 2`].map(async (statement) => await statement);
  await new Promise(setImmediate);
  expect(poolCounts(pool)).toEqual({ ...idle, busy: 2, waiting: 2 });
  await release();
  await Promise.all(waiting);
  expect(poolCounts(pool)).toEqual({ ...idle, idle: 2 });
  await pool.end();
});

test('a transaction that fills the pipeline of its connection has the connection for itself', async () => {
  await sql`create table entries (number int)`;
  const pool = connect(database.connection, { max: 2 });
  await holdConnections(pool, 2)();
  const add = (client: Pick<Sql, 'unsafe'>) => client.unsafe('insert into entries values (1)').execute();
  const sleeping = [1, 2].map(() => pool.unsafe('select pg_sleep(0.1)').execute());
  // A hundred statements fill a pipeline.
  const adding = Array.from({ length: 2 * 99 }, () => add(pool));
  const transactions = [1, 2].map(() => pool.begin((tx) => add(tx)));
  await Promise.all([...sleeping, ...adding, ...transactions]);
  await Promise.all([1, 2, 3].map(() => add(pool)));
  // In a transaction that nobody ends, these would go with their connection.
  await pool.end();
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from entries`;
  expect(row?.count).toBe(2 * 99 + 2 + 3);
});
