import type { Sql } from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from './connection.js';
import { migrate } from './migrate.js';
import { listMigrations } from './migration-list.js';
import { boundEvents } from './preparation/bound-events.js';
import { createTestDatabase, createTestRole, type TestDatabase } from './testing/index.js';

const MIGRATION = '0014_events_by_day';
const DAY_MS = 24 * 3600 * 1000;
const STREAM = '01900000-0000-7000-8000-000000000001';

let database: TestDatabase;
/** What a node of the release before has: its statements were prepared before the migration. */
let node: Sql;
beforeEach(async () => {
  database = await createTestDatabase();
  node = connect(database.connection, { max: 2 });
  await earlierSchema(node);
});
afterEach(async () => {
  await node.end();
  await database.drop();
});

async function earlierSchema(sql: Sql): Promise<void> {
  await sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await sql.unsafe(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const all = await listMigrations();
  const earlier = all.slice(
    0,
    all.findIndex(({ tag }) => tag === MIGRATION),
  );
  await sql.begin(async (tx) => {
    for (const { statements, hash, when } of earlier) {
      for (const statement of statements) await tx.unsafe(statement);
      await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
    }
  });
}

const insert = (seq: number, at: Date) =>
  node`insert into events (stream_id, seq, frame, created_at) values (${STREAM}, ${seq}, ${`frame ${seq}`}, ${at})`;
const readPage = (after: number) =>
  node<{ seq: string; frame: string }[]>`
    select seq, frame from events where stream_id = ${STREAM} and seq > ${after} order by seq limit 200`;
const rewrite = (seq: number) =>
  node`update events set frame = 'rewritten', message_id = null where stream_id = ${STREAM} and seq = ${seq}`;
/** `purgeOlder` of the release before. */
const purge = (before: Date) =>
  node`delete from events where ctid = any(array(
    select ctid from events where created_at < ${before} limit 1000 for update skip locked))`;
const countRows = async () =>
  (await node<{ rows: number }[]>`select count(*)::int as rows from events`)[0]?.rows;

/** Inserts and reads until the migration has ended; returns the last position. */
async function useWhile(migration: Promise<void>, first: number): Promise<number> {
  let running = true;
  const ended = migration.finally(() => {
    running = false;
  });
  let seq = first - 1;
  do {
    seq += 1;
    await insert(seq, new Date());
    expect((await readPage(seq - 1)).map((row) => Number(row.seq))).toEqual([seq]);
    await rewrite(seq);
  } while (running);
  await ended;
  return seq;
}

test('a node of the release before posts, reads and rewrites during and after the migration, and no row moves', async () => {
  for (let seq = 1; seq <= 50; seq++) await insert(seq, new Date(Date.now() - (8 - seq / 10) * DAY_MS));
  const [before] = await node`select pg_relation_filenode('events') as node`;

  const last = await useWhile(migrate(database.connection), 51);

  expect(last).toBeGreaterThan(51);
  expect(await countRows()).toBe(last);
  expect((await readPage(0)).map(({ seq }) => Number(seq))).toEqual(
    Array.from({ length: Math.min(last, 200) }, (_, n) => n + 1),
  );
  const [after] = await node`select pg_relation_filenode('events_first') as node`;
  expect(after).toEqual(before);
  const leftOver = await node`select conname from pg_constraint where conname like 'events\\_before%'`;
  expect(leftOver).toHaveLength(0);
  await expect(insert(last, new Date())).rejects.toMatchObject({ code: '23505' });
});

test('the rows are not read again under the lock of the migration', async () => {
  await insert(1, new Date());
  const notices: string[] = [];
  const sql = connect(database.connection, {
    max: 1,
    onnotice: ({ message }) => notices.push(message ?? ''),
    connection: { client_min_messages: 'debug1' },
  });
  const migration = (await listMigrations()).find(({ tag }) => tag === MIGRATION);
  await boundEvents(sql);
  await sql.begin(async (tx) => {
    for (const statement of migration?.statements ?? []) await tx.unsafe(statement);
  });
  await sql.end();
  expect(notices).toContain(
    'partition constraint for table "events_first" is implied by existing constraints',
  );
});

test('a long reader makes the migration try again, and posts wait for neither', async () => {
  await insert(1, new Date());
  let retries = 0;
  let release = () => {};
  const reading = node.begin(async (tx) => {
    await tx`select count(*) from events`;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const migration = migrate(database.connection, {
    onAway: () => {
      retries += 1;
      release();
    },
  });
  const last = await useWhile(migration, 2);
  await reading;
  expect(retries).toBe(1);
  expect(await countRows()).toBe(last);
});

test('a purge of the release before deletes nothing from partitions, where a ctid is in each of them', async () => {
  await insert(1, new Date(Date.now() - 30 * DAY_MS));
  await migrate(database.connection);
  await insert(2, new Date(Date.now() + 30 * DAY_MS));
  const places = await node`select distinct ctid::text as place from events`;
  expect(places).toHaveLength(1);

  await purge(new Date());

  expect(await countRows()).toBe(2);
});

test('a migration that was killed after the proof is carried out by the next start', async () => {
  await insert(1, new Date());
  await node`alter table events add constraint events_before_20200101 check (created_at < '2020-01-01') not valid`;
  await migrate(database.connection);
  await insert(2, new Date());
  expect(await countRows()).toBe(2);
});

test('roles keep the rights on the table that they had', async () => {
  const role = await createTestRole(database.connection);
  await node.unsafe(`grant select, insert on events to ${role.name}`);
  await migrate(database.connection);
  const rights = await node<{ given: boolean }[]>`
    select has_table_privilege(${role.name}, name, 'select') and has_table_privilege(${role.name}, name, 'insert')
      and not has_table_privilege(${role.name}, name, 'delete') as given
    from unnest(array['events', 'events_first', 'events_default']) name`;
  await role.drop();
  expect(rights.map(({ given }) => given)).toEqual([true, true, true]);
});
