import type { Sql } from '../../postgres/database.js';
import type { World } from './world.js';

/** Writes what some people have for themselves. */
export async function writeRest(sql: Sql, { servers }: World): Promise<void> {
  await sql`
    insert into saved_messages (user_id, message_id, id, saved_at)
    select pinned_by, id, id, pinned_at + interval '1 minute' from messages where id in (select message_id from message_pins)`;
  await sql`
    insert into favorites (user_id, channel_id, position)
    select user_id, channel_id, n - 1 from (
      select user_id, channel_id, row_number() over (partition by user_id order by channel_id) as n from channel_members) one
    where n <= 3`;
  await sql`
    insert into drafts (user_id, channel_id, content, attachment_ids, updated_at)
    select user_id, channel_id, 'to be written', '[]', now() from favorites where position = 0 and get_byte(uuid_send(user_id), 15) < 13`;
  await sql`
    insert into notification_preferences (user_id, server_id, level, updated_at)
    select user_id, server_id, 'all', now() from server_members
    where server_id = ${servers[0]?.id ?? ''} and get_byte(uuid_send(user_id), 14) < 3`;
}

/** Writes what follows from the rest: the positions of consumers, and what is stored. */
export async function writeCounts(sql: Sql): Promise<void> {
  await sql`
    insert into consumer_positions (consumer, stream_id, seq)
    select consumers.name, head.id, head.last_seq from stream_heads head cross join consumers
    where head.kind = 'channel' or head.kind = 'server' and consumers.name <> 'search'
    on conflict (consumer, stream_id) do update set seq = excluded.seq`;
  await sql`
    insert into stored_bytes (person_id, bytes) select uploader_id, sum(size_bytes) from attachments group by uploader_id
    on conflict (person_id) do update set bytes = excluded.bytes`;
  await sql`update stored_bytes set bytes = (select coalesce(sum(size_bytes), 0) from attachments) where person_id is null`;
}

/** An inbox keeps the newest thousand items, and a person follows at most a thousand threads (docs/reference.md, Quotas). */
export async function trimLists(sql: Sql): Promise<void> {
  await sql`delete from notifications where id in (
    select id from (select id, row_number() over (partition by user_id order by id desc) as n from notifications) item where n > 1000)`;
  await sql`
    update thread_follows follow set following = false
    from (
      select user_id, root_id, row_number() over (partition by user_id order by root_id desc) as n from thread_follows where following
    ) one where n > 1000 and follow.user_id = one.user_id and follow.root_id = one.root_id`;
}
