import type { Transaction } from '@palaver/db';
import { requireQuota } from '../../kernel/errors/require-quota.js';
import { iso } from '../../kernel/sql/instant.js';
import { channelStream } from '../../log/streams.js';
import { type Emit, transact } from '../../log/transact.js';
import type { ActorContext } from '../../procedures/context.js';
import type { Message } from '../../protocol/records/message.js';
import { lockMessage } from '../access.js';
import { storedAsId } from '../recall.js';
import { countPins, deletePin, insertPin } from './queries.js';

/**
 * Pins a message to its channel and returns it. One that is pinned already keeps who pinned it and when, and no event is
 * published. Throws `MESSAGE_NOT_FOUND`, `CHANNEL_ARCHIVED` or `TOO_MANY_PINS`.
 */
export function pinMessage(ctx: ActorContext, messageId: string): Promise<Message> {
  const { userId } = ctx.actor;
  const pin = async (tx: Transaction, emit: Emit): Promise<Message> => {
    const { message } = await lockMessage(ctx, tx, messageId, 'pin');
    const { id, channelId } = message;
    if (message.pinnedAt !== null) return message;
    requireQuota(
      'pinsPerChannel',
      await countPins(tx, channelId),
      ctx.services.settings.quotas.pinsPerChannel,
    );
    const { event } = await emit(channelStream(channelId), async (head) => {
      await insertPin(tx, { messageId: id, channelId, userId }, head);
      const data = { channelId, messageId: id, userId, pinnedAt: iso(head.at) };
      return { type: 'message.pinned' as const, data };
    });
    return { ...message, pinnedAt: event.data.pinnedAt, pinnedBy: userId };
  };
  return transact(ctx, pin, { answers: storedAsId(ctx) });
}

/**
 * Takes a message from the pins of its channel, whoever pinned it, and returns it. For one that is not pinned nothing
 * changes and no event is published. Throws `MESSAGE_NOT_FOUND` or `CHANNEL_ARCHIVED`.
 */
export function unpinMessage(ctx: ActorContext, messageId: string): Promise<Message> {
  const unpin = async (tx: Transaction, emit: Emit): Promise<Message> => {
    const { message } = await lockMessage(ctx, tx, messageId, 'pin');
    const { id, channelId } = message;
    if (message.pinnedAt === null) return message;
    await deletePin(tx, id);
    const data = { channelId, messageId: id, userId: ctx.actor.userId };
    await emit(channelStream(channelId), { type: 'message.unpinned', data });
    return { ...message, pinnedAt: null, pinnedBy: null };
  };
  return transact(ctx, unpin, { answers: storedAsId(ctx) });
}
