import type { TransactionSql } from '../../harness/database.js';
import type { Palaver } from './palaver.js';
import { withoutIndexes } from './without-indexes.js';

export interface HistorySize {
  /** Messages, replies and deleted ones among them, in each of the first two channels. */
  readonly messages: number;
  /** Members of the server, those among them who were there. */
  readonly members: number;
}

/** Since when the first channel has messages; those of the second are all newer, and all older than events are kept. */
const FIRST_DAYS_AGO = 60;
const SECOND_DAYS_AGO = 30;
const DAYS_OF_MESSAGES = 20;

/**
 * Fills the first two channels of a service with the history of years, and its server with members. The second channel's
 * messages are all newer than the first's. Of each channel one message in 50 replies to the first one and one in 50 to
 * a neighbour, one in 97 is deleted, every fifth has three reactions, every twentieth a file. The people who were there
 * write them, three in a row each. The log has kept no events of them, as after its retention. Nobody may write
 * meanwhile.
 */
export async function fillHistory({ database, seats }: Palaver, size: HistorySize): Promise<void> {
  const [quiet = '', busy = ''] = seats.channelIds;
  await database.sql.begin(async (sql) => {
    await addMembers(sql, seats.serverId, size.members);
    await withoutIndexes(sql, ['messages', 'reactions', 'attachments'], async () => {
      await addMessages(sql, { channelId: quiet, messages: size.messages, daysAgo: FIRST_DAYS_AGO });
      await addMessages(sql, { channelId: busy, messages: size.messages, daysAgo: SECOND_DAYS_AGO });
      await addBelongings(sql);
    });
  });
  await database.sql`vacuum analyze`;
}

async function addMembers(sql: TransactionSql, serverId: string, members: number): Promise<void> {
  await sql`
    with missing as (
      select ${members}::int - member_count as count from servers where id = ${serverId}
    ), made as (
      insert into users (id, username, display_name, password_hash, created_at)
      select uuidv7(), 'member-' || n, 'Member ' || n, 'none', now() from missing, generate_series(1, count) n
      returning id
    ), told as (
      insert into stream_heads (id, kind, last_at) select id, 'user', now() from made
    ), joined as (
      insert into server_members (server_id, user_id, role, joined_at) select ${serverId}, id, 'member', now() from made
    )
    update servers set member_count = ${members} where id = ${serverId}`;
}

async function addMessages(
  sql: TransactionSql,
  { channelId, messages, daysAgo }: { channelId: string; messages: number; daysAgo: number },
): Promise<void> {
  await sql`
    with authors as (
      select array_agg(user_id order by user_id) as ids from channel_members where channel_id = ${channelId}
    ), place as (
      select n, now() - make_interval(days => ${daysAgo}::int)
        + n * make_interval(days => ${DAYS_OF_MESSAGES}::int) / ${messages}::int as at
      from generate_series(1, ${messages}::int) n
    ), named as (
      select *, uuidv7(at - now()) as id from place
    ), threaded as (
      select *, case when n % 50 = 2 then first_value(id) over (order by n)
        when n % 50 = 3 and n > 3 then lag(id, 3) over (order by n) end as thread_id from named
    )
    insert into messages
      (id, channel_id, seq, user_id, thread_id, content, reply_count, created_at, updated_at, deleted_at)
    select threaded.id, ${channelId}, head.last_seq + n, authors.ids[1 + n / 3 % cardinality(authors.ids)], thread_id,
      case when n % 97 = 5 then '' else rpad('Message ' || n || ' ', 200, 'and what else there is to say ') end,
      case when n = 1 then (${messages}::int + 48) / 50 when n % 50 = 0 and n + 3 <= ${messages}::int then 1 else 0 end,
      at, at, case when n % 97 = 5 then at end
    from threaded, authors, stream_heads head where head.id = ${channelId} order by n`;
  await sql`
    update stream_heads set last_seq = last_seq + ${messages}::int where id = ${channelId}`;
}

async function addBelongings(sql: TransactionSql): Promise<void> {
  await sql`
    with authors as (select channel_id, array_agg(user_id order by user_id) as ids from channel_members group by channel_id)
    insert into reactions (message_id, emoji, user_id, created_at)
    select messages.id, case when n < 3 then '👍' else '🎉' end, ids[n], created_at + n * interval '1 s'
    from messages join authors using (channel_id), generate_series(1, 3) n where seq % 5 = 0 and deleted_at is null`;
  await sql`
    insert into attachments (id, channel_id, uploader_id, message_id, filename, mime_type, size_bytes, created_at)
    select uuidv7(), channel_id, user_id, id, 'photo.png', 'image/png', 12345, created_at
    from messages where seq % 20 = 0 and deleted_at is null`;
}
