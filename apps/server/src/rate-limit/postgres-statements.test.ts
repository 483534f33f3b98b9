import { connect } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLANNER_SETTINGS, TAKE, type TakenRow } from './postgres-statements.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const SECOND = 1_000_000;
/** A bucket of ten tokens, one of which comes back in a thousand seconds. */
const TOKEN = 1_000 * SECOND;
const parameters = (requests: number) => ['global', String(10 * TOKEN), '{a}', `{${TOKEN}}`, `{${requests}}`];

test('a node that waits for another one takes what that one has left, and takes it for good', async () => {
  const open = () => connect(database.connection, { max: 1 });
  const [first, second, watcher] = [open(), open(), open()];
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

test('its plan finds each row by the key, for the lock and for the change', async () => {
  const sql = connect(database.connection, { max: 1, connection: PLANNER_SETTINGS });
  const rows = await sql.unsafe(`explain ${TAKE}`, parameters(1));
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(plan).not.toContain('Seq Scan on rate_buckets');
  expect(
    plan.match(/Index Scan using rate_buckets_limiter_key_pk.*\n\s*Index Cond: .*limiter.*key/g),
  ).toHaveLength(2);
  await sql.end();
});
