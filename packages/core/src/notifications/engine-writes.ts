import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import { READS_ITEM } from '../procedures/read-items-sql.js';
import type { ReadPosition } from '../procedures/upward-calls.js';
import type { CountedItem, MessageItem } from './engine-items.js';
import { ITEM_COLUMNS, type ItemRow } from './item-rows.js';

/** As many items a person keeps: the newest. */
export const INBOX_MAX = 1_000;

const instants = (items: ReadonlyArray<{ readonly at: number }>) =>
  plainArrayLiteral(items.map(({ at }) => new Date(at).toISOString()));

const insertMessages = statement<ItemRow>(`
  insert into notifications as item
    (id, user_id, kind, server_id, channel_id, message_id, thread_id, author_id, first_seq, last_seq, silent,
      created_at, updated_at, read_at)
  select id, user_id, kind, server_id, channel_id, message_id, thread_id, author_id, seq, seq, silent, at, at,
    case when is_read or case when thread_id is null
      then exists (select from channel_members member
        where member.channel_id = made.channel_id and member.user_id = made.user_id and member.read_seq >= made.event_seq)
      else exists (select from thread_follows follow
        where follow.root_id = made.thread_id and follow.user_id = made.user_id and follow.read_seq >= made.event_seq)
      end then $14::text::timestamptz end
  from unnest($1::text::uuid[], $2::text::uuid[], $3::text::notification_kind[], $4::text::uuid[], $5::text::uuid[],
    $6::text::uuid[], $7::text::uuid[], $8::text::uuid[], $9::text::bigint[], $10::text::boolean[], $11::text::timestamptz[],
    $12::text::boolean[], $13::text::bigint[])
    made (id, user_id, kind, server_id, channel_id, message_id, thread_id, author_id, seq, silent, at, is_read, event_seq)
  on conflict (message_id, user_id) where message_id is not null do nothing
  returning ${ITEM_COLUMNS}`);

/**
 * Writes items about messages. A person has one about each, so an edit adds none where there is one. An item is read from
 * the start where its person has read past the event that makes it: having read the message before an edit is not enough.
 */
export function insertMessageItems(
  tx: Transaction,
  items: readonly MessageItem[],
  now: Date,
): Promise<readonly ItemRow[]> {
  const column = (read: (item: MessageItem) => string | number | null) => plainArrayLiteral(items.map(read));
  return insertMessages(tx, [
    column(({ id }) => id),
    column(({ userId }) => userId),
    column(({ kind }) => kind),
    column(({ serverId }) => serverId),
    column(({ channelId }) => channelId),
    column(({ messageId }) => messageId),
    column(({ threadId }) => threadId),
    column(({ authorId }) => authorId),
    column(({ seq }) => seq),
    column(({ silent }) => String(silent)),
    instants(items),
    column(({ isRead }) => String(isRead)),
    column(({ eventSeq }) => eventSeq),
    now.toISOString(),
  ]);
}

const count = statement<ItemRow>(`
  insert into notifications as item
    (id, user_id, kind, server_id, channel_id, first_seq, last_seq, count, silent, created_at, updated_at)
  select id, user_id, 'channel', server_id, channel_id, first_seq, last_seq, count, silent, at, at
  from unnest($1::text::uuid[], $2::text::uuid[], $3::text::uuid[], $4::text::uuid[], $5::text::bigint[], $6::text::bigint[],
    $7::text::int[], $8::text::boolean[], $9::text::timestamptz[])
    made (id, user_id, server_id, channel_id, first_seq, last_seq, count, silent, at)
  where not exists (select from channel_members member
    where member.channel_id = made.channel_id and member.user_id = made.user_id and member.read_seq >= made.last_seq)
  on conflict (channel_id, user_id) where message_id is null and read_at is null do update
  set count = item.count + excluded.count, last_seq = excluded.last_seq, silent = excluded.silent, updated_at = excluded.updated_at
  returning ${ITEM_COLUMNS}`);

/** Counts messages: the unread item of the channel counts them, or a new one does. */
export function countItems(tx: Transaction, items: readonly CountedItem[]): Promise<readonly ItemRow[]> {
  const column = (read: (item: CountedItem) => string | number | null) => plainArrayLiteral(items.map(read));
  return count(tx, [
    column(({ id }) => id),
    column(({ userId }) => userId),
    column(({ serverId }) => serverId),
    column(({ channelId }) => channelId),
    column(({ firstSeq }) => firstSeq),
    column(({ lastSeq }) => lastSeq),
    column(({ count }) => count),
    column(({ silent }) => String(silent)),
    instants(items),
  ]);
}

const trim = statement(`
  delete from notifications where id = any(array(
    select old.id from unnest($1::text::uuid[]) owner (id) cross join lateral (
      select item.id from notifications item where item.user_id = owner.id order by item.id desc offset ${INBOX_MAX} limit 100
    ) old))`);

/** Removes the oldest items of people who have more than `INBOX_MAX`. */
export async function trimInboxes(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await trim(tx, [plainArrayLiteral([...new Set(userIds)])]);
}

const WHERE_READ = `from unnest($1::text::uuid[], $2::text::uuid[], $3::text::uuid[], $4::text::bigint[])
    read (user_id, channel_id, thread_id, seq)`;

function readColumns(positions: readonly ReadPosition[]): string[] {
  return [
    plainArrayLiteral(positions.map(({ userId }) => userId)),
    plainArrayLiteral(positions.map(({ channelId }) => channelId)),
    plainArrayLiteral(positions.map(({ threadId }) => threadId)),
    plainArrayLiteral(positions.map(({ seq }) => seq)),
  ];
}

const findReaders = statement<{ id: string }>(`
  select distinct item.user_id as id ${WHERE_READ} join notifications item on ${READS_ITEM}`);

/** Those of some people who have unread items there. */
export async function findReadersWithItems(
  tx: Transaction,
  positions: readonly ReadPosition[],
): Promise<string[]> {
  return (await findReaders(tx, readColumns(positions))).map(({ id }) => id);
}

const markRead = statement<{ id: string; userId: string }>(`
  update notifications item set read_at = $5::text::timestamptz ${WHERE_READ} where ${READS_ITEM}
  returning item.id, item.user_id as "userId"`);

/** Marks the items of messages that have been read. Call it under the locks of the people's streams. */
export function markItemsRead(
  tx: Transaction,
  positions: readonly ReadPosition[],
  now: Date,
): Promise<ReadonlyArray<{ readonly id: string; readonly userId: string }>> {
  return markRead(tx, [...readColumns(positions), now.toISOString()]);
}

/** An item that is to go. */
export interface Doomed {
  readonly id: string;
  readonly userId: string;
}

const remove = statement<Doomed>(`
  delete from notifications where id = any($1::text::uuid[]) returning id, user_id as "userId"`);

/** Removes items. Call it under the locks of their owners' streams. */
export function deleteItems(tx: Transaction, items: readonly Doomed[]): Promise<readonly Doomed[]> {
  return remove(tx, [plainArrayLiteral(items.map(({ id }) => id))]);
}
