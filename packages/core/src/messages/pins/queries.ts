import { type Queryable, type Transaction, tables } from '@palaver/db';
import { eq, inArray } from 'drizzle-orm';
import type { Head } from '../../log/append.js';

const { messagePins, messages } = tables;

/** How many messages of a channel are pinned. */
export function countPins(q: Queryable, channelId: string): Promise<number> {
  return q.$count(messagePins, eq(messagePins.channelId, channelId));
}

/** Pins a message that is not pinned, by the event at `head`. */
export async function insertPin(
  tx: Transaction,
  {
    messageId,
    channelId,
    userId,
  }: { readonly messageId: string; readonly channelId: string; readonly userId: string },
  head: Head,
): Promise<void> {
  await setPin(tx, messageId, { pinnedAt: head.at, pinnedBy: userId });
  await tx
    .insert(messagePins)
    .values({ messageId, channelId, seq: head.seq })
    .prepare('message_pins_insert')
    .execute();
}

export async function deletePin(tx: Transaction, messageId: string): Promise<void> {
  await setPin(tx, messageId, { pinnedAt: null, pinnedBy: null });
  await forgetPins(tx, [messageId]);
}

/** Takes messages that are being deleted from the list of pins. */
export async function forgetPins(tx: Transaction, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.delete(messagePins).where(inArray(messagePins.messageId, [...messageIds]));
}

async function setPin(
  tx: Transaction,
  messageId: string,
  pin: { readonly pinnedAt: Date | null; readonly pinnedBy: string | null },
): Promise<void> {
  await tx.update(messages).set(pin).where(eq(messages.id, messageId)).prepare('messages_set_pin').execute();
}
