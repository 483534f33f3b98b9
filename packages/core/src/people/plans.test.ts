import { createDatabase, type Transaction } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { findIds, type Place } from './find.js';

/** All of them have a name with "person", and one in a thousand has "zebra". */
const COUNT = 12_000;
/** Members of the large server; the small one has ten. */
const LARGE = 10_000;

let world: World;
let alice: TestUser;
let large: string;
let small: string;
beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  ({ id: large } = await createServerWith(alice));
  ({ id: small } = await createServerWith(alice));
  const { db, background } = world.services;
  await db.execute(sql`
    with made as (
      insert into users (id, username, display_name, created_at)
      select gen_random_uuid(), 'user-' || n, 'Person' || case when n % 1000 = 0 then ' Zebra' else '' end, now()
      from generate_series(1, ${COUNT}) n
      returning id, username)
    insert into server_members (server_id, user_id, role, joined_at)
    select server_id, id, 'member', now() from made
    cross join lateral (values (${large}::uuid, ${LARGE}::int), (${small}::uuid, 10)) place (server_id, size)
    where substring(username from 6)::int <= size`);
  await db.execute(sql`
    update servers set member_count = (select count(*) from server_members where server_id = servers.id)`);
  await background.idle();
  await db.execute(sql`vacuum analyze`);
});
afterAll(() => world.close());

const everywhere: Place = { scope: 'everywhere', id: null };

test.each([
  ['a rare name in a large server', () => inServer(large), 'zebra', 10, 200],
  ['a rare name everywhere', () => everywhere, 'zebra', 10, 300],
  ['the beginning of a rare name', () => inServer(large), 'ze', 10, 200],
  ['a name that nobody has', () => everywhere, 'absent', 0, 100],
  ['a common name in a small server', () => inServer(small), 'person', 10, 100],
  ['a common beginning in a small server', () => inServer(small), 'p', 10, 100],
])('%s is found by indexes among many accounts', async (_what, place, q, count, rows) => {
  const { db, close } = createDatabase(world.connection, { max: 1 });
  const { ids, scanned, fetched } = await db
    .transaction(async (tx) => {
      const before = await work(tx);
      const ids = await findIds(tx, alice.id, place(), q, 50);
      const after = await work(tx);
      return { ids, scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched };
    })
    .finally(close);
  expect(ids).toHaveLength(count);
  expect(scanned).toBeLessThan(100);
  expect(fetched).toBeLessThan(rows);
});

const inServer = (id: string): Place => ({ scope: 'server', id });

async function work(tx: Transaction): Promise<{ scanned: number; fetched: number }> {
  const [row] = await tx.execute<{ scanned: string; fetched: string }>(sql`
    select sum(seq_tup_read) as scanned, sum(idx_tup_fetch) as fetched from pg_stat_xact_user_tables`);
  return { scanned: Number(row?.scanned), fetched: Number(row?.fetched) };
}
