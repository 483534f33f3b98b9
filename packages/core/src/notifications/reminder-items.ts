import { newId, statement, type Transaction } from '@palaver/db';
import type { Clock } from '../kernel/services/clock.js';
import type { PlacedEvent } from '../log/append-events.js';
import { userStream } from '../log/streams.js';
import { type Doomed, trimInboxes } from './engine-writes.js';
import { deletedEvents } from './item-events.js';
import { ITEM_COLUMNS, type ItemRow, toNotification } from './item-rows.js';

/** What the making of items needs beside the database. */
export interface ItemServices {
  readonly clock: Clock;
  /** Makes mails due about new items, in the transaction of the items. */
  readonly scheduleDigests: (tx: Transaction, items: readonly ItemRow[]) => Promise<void>;
}

const remove = statement<Doomed>(`
  delete from notifications where message_id = $1 and user_id = $2 returning id, user_id as "userId"`);

const insert = statement<ItemRow>(`
  insert into notifications as item
    (id, user_id, kind, server_id, channel_id, message_id, thread_id, author_id, first_seq, last_seq, silent, created_at, updated_at)
  select $1::text::uuid, $2::text::uuid, 'reminder', channel.server_id, channel.id, message.id, message.thread_id, message.user_id,
    message.seq, message.seq, false, $4::text::timestamptz, $4::text::timestamptz
  from messages message join channels channel on channel.id = message.channel_id where message.id = $3::text::uuid
  returning ${ITEM_COLUMNS}`);

/**
 * Makes the item that reminds a person of a message, and returns its events. It takes the place of an item about the message
 * that the inbox has, and it is never silent: the person has chosen the time. Call it under the lock of the person's stream,
 * for a message that they may read.
 */
export async function makeReminder(
  { clock, scheduleDigests }: ItemServices,
  tx: Transaction,
  userId: string,
  messageId: string,
): Promise<PlacedEvent[]> {
  const replaced = await remove(tx, [messageId, userId]);
  const items = await insert(tx, [newId(), userId, messageId, clock.now().toISOString()]);
  await trimInboxes(tx, [userId]);
  await scheduleDigests(tx, items);
  const created = items.map((item) => ({
    stream: userStream(userId),
    event: { type: 'notification.created' as const, data: toNotification(item) },
  }));
  return [...deletedEvents(replaced), ...created];
}
