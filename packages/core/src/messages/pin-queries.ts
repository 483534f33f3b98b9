import { type Queryable, type Transaction, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import type { Head } from '../log/append.js';

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
  await forgetPin(tx, messageId);
}

/** Takes a message that is being deleted from the list of pins. */
export async function forgetPin(tx: Transaction, messageId: string): Promise<void> {
  await tx
    .delete(messagePins)
    .where(eq(messagePins.messageId, messageId))
    .prepare('message_pins_delete')
    .execute();
}

async function setPin(
  tx: Transaction,
  messageId: string,
  pin: { readonly pinnedAt: Date | null; readonly pinnedBy: string | null },
): Promise<void> {
  await tx.update(messages).set(pin).where(eq(messages.id, messageId)).prepare('messages_set_pin').execute();
}
