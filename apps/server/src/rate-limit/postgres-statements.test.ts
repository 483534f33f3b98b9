import { connect } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TAKE, type TakenRow } from './postgres-statements.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const SECOND = 1_000_000;
/** A bucket of ten tokens, one of which comes back in a thousand seconds. */
const TOKEN = 1_000 * SECOND;
const parameters = (requests: number) => [
  'global',
  String(10 * TOKEN),
  String(TOKEN),
  '{a}',
  `{${requests}}`,
];

test('a node that waits for another one takes what that one has left, and takes it for good', async () => {
  const open = () => connect(database.connection, { max: 1 });
  const [first, second, watcher] = [open(), open(), open()];
  await watcher`truncate rate_buckets`;
  const take = async (sql: Pick<typeof first, 'unsafe'>, requests: number) => {
    const [row] = await sql.unsafe<TakenRow[]>(TAKE, parameters(requests));
    return row?.granted;
  };
  expect(await take(first, 1)).toBe(1);

  let waiting: Promise<number | undefined> = Promise.resolve(0);
  await first.begin(async (held) => {
    expect(await take(held, 4)).toBe(4);
    waiting = take(second, 3);
    const waits = async () => {
      const rows = await watcher`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length;
    };
    await expect.poll(waits).toBe(1);
  });
  expect(await waiting).toBe(3);
  expect(await take(first, 10)).toBe(2);
  expect(await take(second, 10)).toBe(0);
  await Promise.all([first.end(), second.end(), watcher.end()]);
});

test('a plan that was made while the table was empty reads no other row', async () => {
  const sql = connect(database.connection, {
    max: 1,
    connection: { plan_cache_mode: 'force_generic_plan' },
  });
  await sql`truncate rate_buckets`;
  await sql`vacuum analyze rate_buckets`;
  await sql.unsafe(`prepare take (text, text, text, text, text) as ${TAKE}`);
  const explained = async () => {
    const [row] = await sql.unsafe(
      `explain (analyze, format json) execute take ('global', '${10 * TOKEN}', '${TOKEN}', '{a,b,c}', '{1,1,1}')`,
    );
    return row?.['QUERY PLAN'][0].Plan;
  };
  const empty = await explained();
  await sql`insert into rate_buckets (limiter, key, full_at) select 'global', n::text, 0 from generate_series(1, 5000) n`;
  const full = await explained();
  expect(empty).toMatchObject({ 'Tuples Inserted': 3, 'Conflicting Tuples': 0 });
  expect(full).toMatchObject({ 'Tuples Inserted': 0, 'Conflicting Tuples': 3 });
  expect(full['Shared Hit Blocks']).toBeLessThan(100);
  expect(JSON.stringify(full.Plans)).not.toContain('rate_buckets');
  await sql.end();
});
