import { accessChannel } from '../channels/access.js';
import type { ActorContext } from '../procedures/context.js';
import type { Receipt } from '../protocol/records/receipt.js';
import { type ReceiptRow, readReceipts } from './receipt-statement.js';

/**
 * How far the members of a channel have read it, of those who show that; none where the channel does not show it, and for a
 * caller who does not. Throws `CHANNEL_NOT_FOUND`, `NOT_A_CHANNEL_MEMBER`.
 */
export async function listReceipts(ctx: ActorContext, channelId: string): Promise<Receipt[]> {
  const { id } = await accessChannel(ctx, channelId, 'markRead');
  const rows = await readReceipts(ctx.services.db, [id]);
  return rows.some(({ userId }) => userId === ctx.actor.userId) ? rows.flatMap(toReceipts) : [];
}

/** One for who has read or posted since they joined, else none. */
export function toReceipts({ userId, lastReadMessageId }: ReceiptRow): Receipt[] {
  return lastReadMessageId === null ? [] : [{ userId, lastReadMessageId }];
}
