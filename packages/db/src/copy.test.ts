import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from './connection.js';
import { createTestDatabase, type TestDatabase } from './testing/index.js';

// Fixes 10 to 12 of the patched driver (docs/decisions.md).
let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.connection, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(() => sql`drop table if exists notes`.then(() => sql`create table notes (id int primary key)`));

test('a COPY whose rows the server takes ends when they are stored', async () => {
  const stream = await sql`copy notes from stdin`.writable();
  stream.end('1\n2\n');
  await once(stream, 'finish');
  expect(await sql`select id from notes order by id`).toEqual([{ id: 1 }, { id: 2 }]);
});

test('a COPY that the server refuses after the last row fails', async () => {
  const stream = await sql`copy notes from stdin`.writable();
  stream.end('1\n1\n');
  await expect(once(stream, 'finish')).rejects.toThrow(/duplicate key/);
  expect(await sql`select count(*)::int as n from notes`).toEqual([{ n: 0 }]);
});

test('a COPY whose connection is lost after the last row fails', async () => {
  await sql`create or replace function wait() returns trigger language plpgsql as 'begin perform pg_sleep(10); return new; end'`;
  await sql`create trigger waits before insert on notes for each row execute function wait()`;
  const killer = connect(database.connection, { max: 1 });
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const stream = await sql`copy notes from stdin`.writable();
  stream.end('1\n');
  const failed = expect(once(stream, 'finish')).rejects.toThrow();
  await expect
    .poll(async () => (await killer`select 1 from pg_stat_activity where wait_event = 'PgSleep'`).length)
    .toBe(1);
  await killer`select pg_terminate_backend(${backend?.pid ?? 0}, 5000)`;
  await failed;
  await killer.end();
});

test('the connection goes on after rows that fill the buffer of their stream', async () => {
  const stream = await sql`copy (select repeat('x', 20000)) to stdout`.readable();
  expect(await text(stream)).toHaveLength(20_001);
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a connection that is closed while nobody takes its rows ends its session', async () => {
  const reader = connect(database.connection, { max: 1 });
  const [backend] = await reader<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const rows =
    await reader`copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout`.readable();
  // The rows that nobody takes end with an error, unless they have ended before.
  rows.on('error', () => {});
  const sessions = () => sql`select 1 from pg_stat_activity where pid = ${backend?.pid ?? 0}`;
  expect(await sessions()).toHaveLength(1);
  await reader.end({ timeout: 0 });
  await expect.poll(sessions).toHaveLength(0);
});
