import { plainArrayLiteral, prepared, type Queryable, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { IS_SEEN } from '../channels/readable-sql.js';
import { type MessageListJson, selectMessages, toMessages } from '../messages/history/message-list.js';
import type { Message } from '../protocol/records/message.js';

const { messages } = tables;
const { placeholder } = sql;
const me = sql`${placeholder('user')}::uuid`;

/** `READABLE`, of the channels of the found messages alone. */
const mayRead = sql`exists (
  select from channels channel
  left join servers server on server.id = channel.server_id
  left join server_members membership on membership.server_id = channel.server_id and membership.user_id = ${me}
  left join channel_members member on member.channel_id = channel.id and member.user_id = ${me}
  where channel.id = ${messages.channelId} and channel.deleted_at is null and server.deleted_at is null
    and ${sql.raw(IS_SEEN)})`;

interface FoundJson {
  readonly list: MessageListJson;
  readonly channels: Readonly<Record<string, string>>;
}

const reading = prepared((q) =>
  q
    .select({
      found: sql<FoundJson>`(
        with found as materialized (
          select ${messages.id}, ${messages.channelId} from ${messages}
          where ${messages.id} = any(${placeholder('ids')}::uuid[]) and ${messages.deletedAt} is null and ${mayRead})
        select json_build_object(
          'list', ${selectMessages(sql`${messages} where ${messages.id} in (select id from found)`)},
          'channels', (select coalesce(json_object_agg(id, channel_id), '{}') from found)))`,
    })
    .from(sql`(values (1)) one`)
    .prepare('search_found_messages'),
);

/** Those of some messages that still exist and that the user may still read, in the order of the ids. */
export async function readFound(q: Queryable, userId: string, ids: readonly string[]): Promise<Message[]> {
  if (ids.length === 0) return [];
  const [row] = await reading(q).execute({ user: userId, ids: plainArrayLiteral(ids) });
  if (!row) throw new Error('a statement over one row answers one row');
  const { list, channels } = row.found;
  // They are of several channels.
  const byId = new Map(
    toMessages(list, '').map((message) => [
      message.id,
      { ...message, channelId: channels[message.id] ?? '' },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
