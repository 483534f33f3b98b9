import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionUrl } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../postgres/database.js';
import { startPalaverProcess } from '../targets/palaver/palaver.js';
import { writeSmallWorld } from './as-the-service.fixture.js';
import { BEHIND, INVARIANTS } from './invariants.js';
import { connectLarge, type LargePostgres, startLargePostgres } from './postgres.js';
import { type FilledWorld, prepareWorlds } from './worlds.js';

/** Tables and columns in which a service has values and a filled world has none, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  invites: 'of what is measured nothing reads them',
  known_networks: 'nobody has signed in',
};

/** More than are young (`PLAIN_MS`), so that there are edits, deletions and pins. */
const SIZE = { messages: 40_000, people: 200, channels: 60 };
const PLANS = { filled: SIZE, grown: { ...SIZE, messages: 120_000, grownFrom: 'filled' } };

let folder: string;
let worlds: Readonly<Record<string, FilledWorld>>;
let postgres: LargePostgres;
const connections: Sql[] = [];

const open = (database: string): Sql => {
  const sql = connectLarge(postgres, database, 2);
  connections.push(sql);
  return sql;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-'));
  worlds = await prepareWorlds(folder, PLANS, () => undefined);
  postgres = await startLargePostgres(folder, 'measured');
  const admin = open(postgres.connection.database);
  await admin`create database written`;
  const databaseUrl = connectionUrl({ ...postgres.connection, database: 'written' });
  const service = await startPalaverProcess({ dataDir: join(folder, 'service'), databaseUrl });
  await writeSmallWorld(service.url);
  await untilConsumed(open('written'));
  await service.stop();
});
afterAll(async () => {
  for (const sql of connections) await sql.end({ timeout: 5 });
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Until the consumers of the log are at its end, which is later by what they write themselves, in other streams as well. */
async function untilConsumed(sql: Sql): Promise<void> {
  const isBehind = async () => {
    const unread = await sql`
      select from stream_heads head cross join (values ('search'), ('notifications')) consumer (name)
      left join consumer_positions position on position.consumer = name and position.stream_id = head.id
      where head.kind = 'channel' and coalesce(position.seq, 0) < head.last_seq limit 1`;
    return unread.length > 0 || (await sql.unsafe(BEHIND)).length > 0;
  };
  while (await isBehind()) await pause(100);
}

test.each(['written', 'filled', 'grown'])(
  'what holds in a database of the service holds in that which is %s',
  async (name) => {
    const sql = open(worlds[name]?.database ?? name);
    const broken: Record<string, unknown> = {};
    for (const [says, query] of Object.entries(INVARIANTS)) {
      const rows = await sql.unsafe(query);
      if (rows.length > 0) broken[says] = rows.slice(0, 3);
    }
    expect(broken).toEqual({});
  },
);

test.each(['filled', 'grown'])(
  'the world that is %s has each table and column that the service has written',
  async (name) => {
    const [written, filled] = [
      await columnsWithValues(open('written')),
      await columnsWithValues(open(worlds[name]?.database ?? '')),
    ];
    const isLeftOut = (column: string) =>
      Object.keys(LEFT_OUT).some((name) => column === name || column.startsWith(`${name}.`));
    expect([...written].filter((column) => !filled.has(column) && !isLeftOut(column))).toEqual([]);
  },
);

/** `table.column` of each column that has a value other than null in some row. */
async function columnsWithValues(sql: Sql): Promise<Set<string>> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    join pg_class on relname = table_name and relkind in ('r', 'p') and not relispartition
    where table_schema = 'public'`;
  const found = new Set<string>();
  for (const { table, column } of columns) {
    const rows = await sql`select from ${sql(table)} where ${sql(column)} is not null limit 1`;
    if (rows.length > 0) found.add(`${table}.${column}`);
  }
  return found;
}

test('the text of an event has the fields that the service has written', async () => {
  const fields = async (database: string) => {
    const rows = await open(database)<{ type: string; fields: string[] }[]>`
      select frame::json ->> 'type' as type, array_agg(distinct field order by field) as fields
      from events, json_object_keys(frame::json -> 'data') field
      where frame::json ->> 'type' in ('message.created', 'reaction.added') and frame not like '%"superseded":true%' group by 1 order by 1`;
    return [...rows];
  };
  expect(await fields(worlds.grown?.database ?? '')).toEqual(await fields('written'));
});
