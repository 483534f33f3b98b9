import { createDatabase, newId, type Transaction } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, createUsers, type Fixture } from '../messages/channel.fixture.js';
import { refusedWith } from '../testing/expect.js';
import { conditionsOf } from './conditions.js';
import { findBest, findMessages } from './find.js';
import { indexMessages } from './index-messages.js';
import { parseQuery } from './parse-query.js';
import { resolveNames } from './resolve.js';

/** Every tenth message is common, and one in ten thousand is rare. */
const COUNT = 20_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture(await createUsers());
  const { alice, bob, channelId, world } = fixture;
  const { db } = world.services;
  const ids = Array.from({ length: COUNT }, () => newId());
  await db.execute(sql`
    insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
    select id, ${channelId}, 1000 + n, case when n = 100 then ${bob.id}::uuid else ${alice.id}::uuid end,
      'message ' || n || case when n % 10 = 0 then ' common' else '' end || case when n = 77 then ' zebrafinch' else '' end
        || case when n = 50 then ' common' else '' end || case when n % 100 = 3 then ' seldom' else '' end, now(), now()
    from unnest(${`{${ids.join(',')}}`}::text::uuid[]) with ordinality item (id, n)`);
  for (let n = 0; n < COUNT; n += 2_000)
    await db.transaction((tx) => indexMessages(tx, ids.slice(n, n + 2_000)));
  await alice.call.messages.pin({ messageId: ids[5_000] ?? '' });
  await db.execute(sql`analyze`);
});
afterAll(() => fixture.world.close());

/** The rows that a search reads: by sequential scans, and by indexes. */
test.each([
  ['a common word', 'common', 50, 4_000],
  ['a word of one message in a hundred', 'seldom', 50, 12_000],
  ['a rare word', 'zebrafinch', 1, 2_500],
  ['a part of a rare word', 'brafin', 1, 2_500],
  ['a rare author', 'from:bob', 1, 2_500],
  ['a word that nobody wrote', 'absent', 0, 2_500],
  ['what is pinned', 'is:pinned', 1, 100],
])('%s is found by indexes among many messages', async (_what, q, count, rows) => {
  const { db, close } = createDatabase(fixture.world.connection, { max: 1 });
  const { found, scanned, fetched } = await db
    .transaction(async (tx) => {
      const before = await work(tx);
      const parsed = parseQuery(q);
      if (!('query' in parsed)) throw new Error(parsed.problem);
      const searcher = { userId: fixture.carol.id, serverId: fixture.serverId };
      const names = await resolveNames(tx, searcher, parsed.query);
      const conditions = conditionsOf(searcher, parsed.query, names);
      const results = await findMessages(tx, conditions, 50);
      const after = await work(tx);
      return {
        found: results.length,
        scanned: after.scanned - before.scanned,
        fetched: after.fetched - before.fetched,
      };
    })
    .finally(close);
  expect(found).toBe(count);
  expect(scanned).toBeLessThan(100);
  expect(fetched).toBeLessThan(rows);
});

async function work(tx: Transaction): Promise<{ scanned: number; fetched: number }> {
  const [row] = await tx.execute<{ scanned: string; fetched: string }>(sql`
    select sum(seq_tup_read) as scanned, sum(idx_tup_fetch) as fetched from pg_stat_xact_user_tables`);
  return { scanned: Number(row?.scanned), fetched: Number(row?.fetched) };
}

test('the best of many is found, and a cursor after it goes on', async () => {
  const { carol, serverId } = fixture;
  const search = (before?: string) =>
    carol.call.search.inServer({ serverId, q: 'common', sort: 'best', limit: 2, before });
  const [best, second] = await search();
  expect(best?.message.content).toBe('message 50 common common');
  expect(second?.message.content).toBe('message 20000 common');
  expect((await search(second?.message.id))[0]?.message.content).toBe('message 19990 common');
});

test('where the best of many take too long, they are sought among fewer', async () => {
  const { carol, serverId, world } = fixture;
  const { db } = world.services;
  const parsed = parseQuery('is:pinned');
  if (!('query' in parsed)) throw new Error(parsed.problem);
  const searcher = { userId: carol.id, serverId };
  const conditions = conditionsOf(searcher, parsed.query, await resolveNames(db, searcher, parsed.query));
  let late = 1;
  const transaction: typeof db.transaction = (work) =>
    late-- > 0
      ? db.transaction(async (tx) => {
          await tx.execute(sql`set local statement_timeout = 10`);
          await tx.execute(sql`select pg_sleep(10)`);
          return work(tx);
        })
      : db.transaction(work);
  const slow = Object.assign(Object.create(db) as typeof db, { transaction });
  expect(await findBest(slow, conditions, { before: undefined, limit: 50 })).toHaveLength(1);
  late = 2;
  await refusedWith('SEARCH_TOO_BROAD', findBest(slow, conditions, { before: undefined, limit: 50 }));
});
