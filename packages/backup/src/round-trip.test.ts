import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePartitions } from '@palaver/core';
import { createWorld, type World } from '@palaver/core/testing';
import { connect, migrate, withDatabase } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  backUpToFile,
  filesFolderOf,
  filesOf,
  newFolder,
  newTarget,
  removeAll,
  restoreFrom,
  rowsOf,
} from './backup.fixture.js';
import { IDENTITY_TABLES, populateIdentity } from './identity.fixture.js';
import type { Summary } from './index.js';
import { verifyBackup } from './index.js';
import { populate } from './populate.fixture.js';

let world: World;
let path: string;
let summary: Summary;
let restored: Summary | null;
/** Where it was restored. A restore makes the whole schema, so the tests that only look share one. */
let target: Awaited<ReturnType<typeof newTarget>>;

beforeAll(async () => {
  world = await createWorld();
  const { bob } = await populate(world);
  await populateIdentity(world, bob);
  await spreadEvents();
  ({ path, summary } = await backUpToFile(world));
  target = await newTarget();
  restored = await restoreFrom(path, target);
});
afterAll(async () => {
  await world.close();
  await removeAll();
});

/** Events of a day that has a partition, of one that has none, and of one that a restored database has no partition for. */
async function spreadEvents(): Promise<void> {
  const { db } = world.services;
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
  await makePartitions({ db, clock: { now: () => inDays(3) } }, 7);
  for (const at of [inDays(3), inDays(30), inDays(-300)]) {
    await db.$client`
      insert into events (stream_id, seq, frame, created_at) values (gen_random_uuid(), 1, '{}', ${at.toISOString()})`;
  }
}

test('a restored database has the same rows, and its folder the same files', async () => {
  expect(restored).toEqual(summary);
  expect(await rowsOf(target.connection)).toEqual(await rowsOf(world.connection));
  expect(await filesOf(join(target.dataDir, 'files'))).toEqual(await filesOf(filesFolderOf(world)));
  expect(summary.files).toBe(2);
  expect(summary.missing).toEqual({ files: 0, examples: [] });
});

test('identities, second factors, API keys and used tokens are among the rows that are compared', () => {
  expect(IDENTITY_TABLES.filter((table) => (summary.rows[table] ?? 0) === 0)).toEqual([]);
});

test('the files are for their owner alone, and nothing else is left in the data folder', async () => {
  expect(await readdir(target.dataDir)).toEqual(['files']);
  for (const name of ['', ...(await readdir(target.dataDir, { recursive: true }))]) {
    const { mode } = await stat(join(target.dataDir, name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});

test('every table of a migrated database is in the backup', async () => {
  const sql = connect(world.connection, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select relnamespace::regnamespace || '.' || relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace) and relkind in ('r', 'p') and not relispartition
    order by 1`;
  await sql.end();
  const backedUp = summary.tables.map(({ name }) => `public.${name}`);
  // The migrations that a restore carries out are recorded there.
  expect(tables.map(({ name }) => name)).toEqual(['drizzle.__drizzle_migrations', ...backedUp]);
  expect(Object.keys(summary.rows).sort()).toEqual(summary.tables.map(({ name }) => name));
});

test('a database without any table takes a restore', async () => {
  const dataDir = join(await newFolder(), 'data');
  const name = `empty_${Date.now()}`;
  const sql = connect(target.connection, { max: 1, connection: { statement_timeout: 0 } });
  await sql.unsafe(`create database ${name}`);
  const connection = withDatabase(target.connection, name);
  await restoreFrom(path, { connection, dataDir });
  expect(await rowsOf(connection)).toEqual(await rowsOf(world.connection));
  await sql.unsafe(`drop database ${name} with (force)`);
  await sql.end();
});

test('constraints, foreign keys and triggers are those of a migrated database', async () => {
  expect(await triggersOf(target.connection)).toEqual(await triggersOf(world.connection));
  expect(await constraintsOf(target.connection)).toEqual(await constraintsOf(world.connection));
});

test('a start finds nothing to migrate', async () => {
  await migrate(target.connection);
  expect(await migrationsOf(target.connection)).toEqual(await migrationsOf(world.connection));
});

test('each stream goes on far after the positions that clients may have seen', async () => {
  const before = await headsOf(world.connection);
  const after = await headsOf(target.connection);
  expect(after).toEqual(before.map(({ id, seq }) => ({ id, seq: seq + 1_000_000_000 })));
});

test('verifying reads everything and says what the backup has', async () => {
  expect(await verifyBackup(createReadStream(path))).toEqual(summary);
});

async function query<Row extends object>(connection: World['connection'], text: string): Promise<Row[]> {
  const sql = connect(connection, { max: 1 });
  try {
    return [...(await sql.unsafe<Row[]>(text))];
  } finally {
    await sql.end();
  }
}

const constraintsOf = (connection: World['connection']) =>
  query(
    connection,
    `select conrelid::regclass::text as table, conname, convalidated, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where connamespace = 'public'::regnamespace and not relispartition order by 1, 2`,
  );
const triggersOf = (connection: World['connection']) =>
  query(
    connection,
    `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger join pg_class c on c.oid = tgrelid
     where not tgisinternal and not relispartition order by 1, 2`,
  );
const migrationsOf = (connection: World['connection']) =>
  query(connection, 'select id, hash, created_at from drizzle.__drizzle_migrations order by id');
const headsOf = (connection: World['connection']) =>
  query<{ id: string; seq: number }>(
    connection,
    'select id, last_seq::float8 as seq from stream_heads order by id',
  );
