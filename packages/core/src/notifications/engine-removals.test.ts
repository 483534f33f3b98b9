import { createDatabase, newId } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { channelStream } from '../log/streams.js';
import { createFixture, createUsers } from '../messages/channel.fixture.js';
import { findDoomed } from './engine-removals.js';

test('what a deleted message takes away is found without the other items of its channel', async () => {
  const { channelId, world } = await createFixture(await createUsers());
  const { db, close } = createDatabase(world.connection, { max: 1 });
  await db.execute(sql`
    insert into notifications (id, user_id, kind, channel_id, message_id, first_seq, last_seq, silent, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'mention', case when n % 3 = 0 then ${channelId}::uuid else gen_random_uuid() end,
      gen_random_uuid(), n, n, false, now(), now() from generate_series(1, 9000) n`);
  await db.execute(sql`vacuum analyze notifications`);
  await db.execute(sql`set plan_cache_mode = force_generic_plan`);
  const events = { deletedIds: [newId()], posted: [], leftIds: [], isClosed: false };

  const read = await db.transaction(async (tx) => {
    const rows = async () => {
      const [row] = await tx.execute<{ n: string }>(sql`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as n from pg_stat_xact_user_tables where relname = 'notifications'`);
      return Number(row?.n);
    };
    const before = await rows();
    expect(await findDoomed(tx, channelStream(channelId), events)).toEqual([]);
    return (await rows()) - before;
  });

  expect(read).toBe(0);
  await close();
  await world.close();
});
