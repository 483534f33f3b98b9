import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { Stream } from '../log/streams.js';
import type { InboxEvents } from './engine-events.js';
import { PEOPLE_MAX } from './engine-people.js';
import type { Doomed } from './engine-writes.js';
import { IS_READABLE } from './item-rows.js';

/** What a channel that is closed and one that people have left lose are found apart: an `or` of both reads all items of the channel. */
const find = statement<Doomed>(`
  select distinct item.id, item.user_id as "userId" from (
    select * from notifications where message_id = any($1::text::uuid[])
    union all
    select item.* from messages reply join notifications item on item.message_id = reply.id
    where reply.thread_id = any($1::text::uuid[]) and reply.deleted_at is null
    union all
    select * from notifications mention where message_id = any($2::text::uuid[]) and kind = 'mention' and not exists (
      select from message_mentions named
      where named.message_id = mention.message_id and named.target_id in (mention.user_id, mention.channel_id))
    union all
    select item.* from notifications item where $3::text = 'channel' and $5::text::boolean
      and item.channel_id = $4::uuid and not ${IS_READABLE}
    union all
    select item.* from notifications item where $3::text = 'channel' and item.channel_id = $4::uuid
      and item.user_id = any($6::text::uuid[]) and not ${IS_READABLE}
    union all
    select item.* from notifications item where $3::text = 'server' and $5::text::boolean
      and item.channel_id in (select id from channels where server_id = $4::uuid) and not ${IS_READABLE}
    union all
    select item.* from notifications item where $3::text = 'server' and item.server_id = $4::uuid
      and item.user_id = any($6::text::uuid[]) and not ${IS_READABLE}
  ) item limit ${PEOPLE_MAX}`);

/**
 * Some items that are to go by events of a stream: of deleted messages and of the replies to them, whose thread has no place any more, of people whom an edited message mentions no longer,
 * and of what their owners may not read any more.
 */
export function findDoomed(
  tx: Transaction,
  stream: Stream,
  { deletedIds, posted, leftIds, isClosed }: InboxEvents,
): Promise<readonly Doomed[]> {
  return find(tx, [
    plainArrayLiteral(deletedIds),
    plainArrayLiteral(posted.flatMap(({ messageId, isEdit }) => (isEdit ? [messageId] : []))),
    stream.kind,
    stream.id,
    String(isClosed),
    plainArrayLiteral(leftIds),
  ]);
}
