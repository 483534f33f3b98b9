import type { TransactionSql } from '../../postgres/database.js';
import { FILLER, MESSAGE_LENGTH } from '../message-text.js';
import type { Palaver } from './palaver.js';
import { withoutIndexes } from './without-indexes.js';

export interface HistorySize {
  /** Messages in each of the first two channels, including replies and deleted messages. */
  readonly messages: number;
  /** Members of the server, including the existing ones. */
  readonly members: number;
}

/**
 * The age of the oldest message of each channel, and how long the messages took. All are older than the retention of
 * events.
 */
const FIRST_DAYS_AGO = 60;
const SECOND_DAYS_AGO = 30;
const DAYS_OF_MESSAGES = 20;

/**
 * Fills the first two channels with a long history, and the server with members. All messages of the second channel are
 * newer than those of the first. In each channel one message in 50 is a reply to the first message and one in 50 a reply
 * to a recent one, one in 97 is deleted, every fifth has three reactions and every twentieth a file. The existing members
 * are the authors, for three messages in turn. There are no events, as after their retention. Nothing else may write at
 * the same time.
 */
export async function fillHistory({ database, fixture }: Palaver, size: HistorySize): Promise<void> {
  const [quiet = '', busy = ''] = fixture.channelIds;
  await database.sql.begin(async (sql) => {
    await addMembers(sql, fixture.serverId, size.members);
    await withoutIndexes(sql, ['messages', 'reactions', 'attachments'], async () => {
      await addMessages(sql, { channelId: quiet, messages: size.messages, daysAgo: FIRST_DAYS_AGO });
      await addMessages(sql, { channelId: busy, messages: size.messages, daysAgo: SECOND_DAYS_AGO });
      await addReactionsAndFiles(sql);
    });
  });
  await database.sql`vacuum analyze`;
}

async function addMembers(sql: TransactionSql, serverId: string, members: number): Promise<void> {
  await sql`
    with missing as (
      select ${members}::int - member_count as count from servers where id = ${serverId}
    ), created as (
      insert into users (id, username, display_name, password_hash, created_at)
      select uuidv7(), 'member-' || n, 'Member ' || n, 'none', now() from missing, generate_series(1, count) n
      returning id
    ), streams as (
      insert into stream_heads (id, kind, last_at) select id, 'user', now() from created
    ), joined as (
      insert into server_members (server_id, user_id, role, joined_at) select ${serverId}, id, 'member', now() from created
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
    ), times as (
      select n, now() - make_interval(days => ${daysAgo}::int)
        + n * make_interval(days => ${DAYS_OF_MESSAGES}::int) / ${messages}::int as at
      from generate_series(1, ${messages}::int) n
    ), identified as (
      select *, uuidv7(at - now()) as id from times
    ), threaded as (
      select *, case when n % 50 = 2 then first_value(id) over (order by n)
        when n % 50 = 3 and n > 3 then lag(id, 3) over (order by n) end as thread_id from identified
    )
    insert into messages
      (id, channel_id, seq, user_id, thread_id, content, reply_count, created_at, updated_at, deleted_at)
    select threaded.id, ${channelId}, head.last_seq + n, authors.ids[1 + n / 3 % cardinality(authors.ids)], thread_id,
      case when n % 97 = 5 then '' else rpad('Message ' || n || ' ', ${MESSAGE_LENGTH}::int, ${FILLER}::text) end,
      case when n = 1 then (${messages}::int + 48) / 50 when n % 50 = 0 and n + 3 <= ${messages}::int then 1 else 0 end,
      at, at, case when n % 97 = 5 then at end
    from threaded, authors, stream_heads head where head.id = ${channelId} order by n`;
  await sql`
    update stream_heads set last_seq = last_seq + ${messages}::int where id = ${channelId}`;
}

async function addReactionsAndFiles(sql: TransactionSql): Promise<void> {
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
