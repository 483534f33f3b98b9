import type { BenchDatabase } from '../../harness/database.js';
import type { ChatService } from '../chat-service.js';

/** Messages for each statement: more would only need more memory. */
const BATCH = 50_000;
/** Between neighbours. A million messages make 14 hours, well within the time that events are kept. */
const SPACING_SECONDS = 0.05;

/**
 * Fills a service's channels with so many 200-byte messages of their members, in turn, and with the events that told of
 * them, as if they had been posted over the last hours. Nobody may write meanwhile.
 */
export async function fillMessages({ database, seats }: ChatService, messages: number): Promise<void> {
  for (let done = 0; done < messages; done += BATCH) {
    await insertBatch(database.sql, seats.channelIds, {
      messages,
      first: done + 1,
      last: Math.min(done + BATCH, messages),
    });
  }
  await database.sql`vacuum analyze`;
}

async function insertBatch(
  sql: BenchDatabase['sql'],
  channelIds: readonly string[],
  { messages, first, last }: { messages: number; first: number; last: number },
): Promise<void> {
  await sql`
    with planned as (
      select n, uuidv7(make_interval(secs => (n - ${messages}::int) * ${SPACING_SECONDS}::float8)) as id,
        (${[...channelIds]}::uuid[])[1 + n % ${channelIds.length}::int] as channel_id,
        now() + make_interval(secs => (n - ${messages}::int) * ${SPACING_SECONDS}::float8) as at
      from generate_series(${first}::int, ${last}::int) n
    ), authors as (
      select channel_id, array_agg(user_id) as ids from channel_members group by channel_id
    ), placed as (
      select planned.*, poster.user_id as author_id, poster.author,
        head.last_seq + row_number() over (partition by planned.channel_id order by n) as seq
      from planned join stream_heads head on head.id = planned.channel_id
      join authors on authors.channel_id = planned.channel_id
      join channel_posters poster on poster.channel_id = planned.channel_id
        and poster.user_id = authors.ids[1 + n / ${channelIds.length}::int % cardinality(authors.ids)]
      order by n
    ), stored as (
      insert into messages (id, channel_id, seq, user_id, content, created_at, updated_at)
      select id, channel_id, seq, author_id, repeat('m', 200), at, at from placed
    ), advanced as (
      update stream_heads head set last_seq = told.seq, last_at = greatest(last_at, told.at)
      from (select channel_id, max(seq) as seq, max(at) as at from placed group by channel_id) told
      where head.id = told.channel_id
    )
    insert into events (stream_id, seq, created_at, frame)
    select channel_id, seq, at,
      message_created_frame(id, channel_id, author_id, repeat('m', 200), iso_instant(at), null, author, seq)
    from placed`;
}
