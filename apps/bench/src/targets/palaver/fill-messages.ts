import type { Sql, TransactionSql } from '../../postgres/database.js';
import type { ServerFixture } from './set-up-server.js';
import { withoutIndexes } from './without-indexes.js';

interface Filling {
  /** How many messages there are, in all channels together. */
  readonly messages: number;
  /** The text of message `n` of a channel, in SQL. */
  readonly content: ReturnType<Sql>;
  /** Between two messages of a channel. */
  readonly seconds: number;
}

/** Fills all channels with messages of the owner, older than the retention of events, in the order in which they came. */
export async function fillMessages(
  sql: TransactionSql,
  { channelIds, serverId }: ServerFixture,
  { messages, content, seconds }: Filling,
): Promise<void> {
  const each = Math.ceil(messages / channelIds.length);
  await withoutIndexes(sql, ['messages'], async () => {
    await sql`
      insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
      select uuidv7(at - now()), channels.id, last_seq + n, created_by, ${content}, at, at
      from generate_series(1, ${each}::int) n
      cross join lateral (
        select now() - make_interval(days => 60) + n * make_interval(secs => ${seconds}::int) as at
      ) times
      cross join channels join stream_heads head on head.id = channels.id
      where channels.server_id = ${serverId} order by n`;
  });
  await sql`
    update stream_heads set last_seq = last_seq + ${each}::int
    where id in (select id from channels where server_id = ${serverId})`;
}
