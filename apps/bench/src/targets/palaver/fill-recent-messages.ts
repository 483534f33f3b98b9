import { arrayLiteral } from '@palaver/db';
import type { Sql } from '../../postgres/database.js';
import type { ChatService } from '../chat-service.js';
import { CONTENT } from '../message-text.js';

/** Messages for each statement; larger batches are not faster and need more memory. */
const BATCH = 50_000;
/** The time between two messages. A million messages take 14 hours, which is within the retention of events. */
const SPACING_SECONDS = 0.05;

/**
 * Fills the channels in turn with `messages` messages of their members, and with the events of these messages, as if they
 * had been posted over the last hours. Nothing else may write at the same time.
 */
export async function fillRecentMessages(
  { database, fixture }: ChatService,
  messages: number,
): Promise<void> {
  for (let done = 0; done < messages; done += BATCH) {
    await insertBatch(database.sql, fixture.channelIds, {
      messages,
      first: done + 1,
      last: Math.min(done + BATCH, messages),
    });
  }
  await database.sql`vacuum analyze`;
}

async function insertBatch(
  sql: Sql,
  channelIds: readonly string[],
  { messages, first, last }: { messages: number; first: number; last: number },
): Promise<void> {
  await sql`
    with planned as (
      select n, uuidv7(make_interval(secs => (n - ${messages}::int) * ${SPACING_SECONDS}::float8)) as id,
        (${arrayLiteral(channelIds)}::text::uuid[])[1 + n % ${channelIds.length}::int] as channel_id,
        now() + make_interval(secs => (n - ${messages}::int) * ${SPACING_SECONDS}::float8) as at
      from generate_series(${first}::int, ${last}::int) n
    ), authors as (
      select channel_id, array_agg(user_id) as ids from channel_members group by channel_id
    ), positioned as (
      select planned.*, author.id as author_id, json_build_object(
          'id', author.id, 'username', author.username, 'displayName', author.display_name, 'status', author.status,
          'bot', author.bot, 'createdAt', ${sql.unsafe(isoInstant('author.created_at'))}, 'avatarPath', author.avatar_path
        ) as author,
        head.last_seq + row_number() over (partition by planned.channel_id order by n) as seq
      from planned join stream_heads head on head.id = planned.channel_id
      join authors on authors.channel_id = planned.channel_id
      join users author on author.id = authors.ids[1 + n / ${channelIds.length}::int % cardinality(authors.ids)]
      order by n
    ), stored as (
      insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
      select id, channel_id, seq, author_id, ${CONTENT}::text, at, at from positioned
    ), advanced as (
      update stream_heads head set last_seq = latest.seq, last_at = greatest(last_at, latest.at)
      from (select channel_id, max(seq) as seq, max(at) as at from positioned group by channel_id) latest
      where head.id = latest.channel_id
    )
    insert into events (stream_id, seq, created_at, frame)
    select channel_id, seq, at,
      '{"type":"message.created","data":' || json_build_object(
        'id', id, 'channelId', channel_id, 'userId', author_id, 'content', ${CONTENT}::text, 'edited', false,
        'createdAt', ${sql.unsafe(isoInstant('at'))}, 'updatedAt', ${sql.unsafe(isoInstant('at'))},
        'threadId', null, 'user', author, 'replyCount', 0, 'reactions', '[]'::json, 'attachments', '[]'::json, 'seq', seq
      ) || '}'
    from positioned`;
}

/** SQL for an instant as the service writes it. */
function isoInstant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
