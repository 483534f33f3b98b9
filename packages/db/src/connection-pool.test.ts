import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connection.js';
import { poolCounts } from './pool.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

// The changes for speed, 1 and 2, and the one for metrics, of the patched driver (docs/decisions.md).
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

test('a lone statement goes to the connection that was used last', async () => {
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`));

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
  const sleeps = [1, 2].map(() => pool`select pg_sleep(0.2)`);
  await Promise.all(sleeps);
  expect(poolCounts(pool)).toEqual({ ...idle, idle: 2 });

  const statements = [1, 2, 3, 4].map(() => pool.begin((tx) => tx`select pg_sleep(0.1)`));
  await new Promise(setImmediate);
  expect(poolCounts(pool)).toEqual({ ...idle, busy: 2, waiting: 2 });
  await Promise.all(statements);
  expect(poolCounts(pool)).toEqual({ ...idle, idle: 2 });
  await pool.end();
});
