import type { Transaction } from '@palaver/db';
import { requireFewer } from '../../kernel/errors/require-quota.js';
import { channelStream } from '../../log/streams.js';
import { type Emit, transact } from '../../log/transact.js';
import { type ActorContext, type ReadContext, within } from '../../procedures/context.js';
import type { Message } from '../../protocol/records/message.js';
import { accessMessage, lockMessage } from '../access.js';
import { storedAsId } from '../recall.js';
import type { ReactionInput } from '../schemas.js';
import { emojiToAdd, emojiToRemove } from './emoji.js';
import { deleteReaction, insertReaction } from './queries.js';
import { hasReaction } from './reactions.js';

/**
 * Adds the caller's reaction and returns the message; a reaction that exists already stays, and no event is published.
 * Throws `MESSAGE_NOT_FOUND`, `CHANNEL_ARCHIVED`, `TOO_MANY_REACTIONS` for one kind too many, or what `emojiToAdd` does.
 */
export function react(ctx: ActorContext, { messageId, emoji: given }: ReactionInput): Promise<Message> {
  const { userId } = ctx.actor;
  const change = async (tx: Transaction, emit: Emit): Promise<Message> => {
    const { message } = await lockMessage(ctx, tx, messageId, 'react');
    const { id, channelId, reactions } = message;
    const emoji = await emojiToAdd(tx, message, given, userId);
    if (hasReaction(reactions, emoji, userId)) return message;
    const isNewKind = !reactions.some((reaction) => reaction.emoji === emoji);
    if (isNewKind) {
      requireFewer('TOO_MANY_REACTIONS', reactions.length, ctx.services.settings.limits.messageReactions);
    }
    const data = { channelId, messageId: id, userId, emoji };
    // Sent together, and carried out in this order.
    const [, , changed] = await Promise.all([
      insertReaction(tx, data, ctx.services.clock.now()),
      emit(channelStream(channelId), { type: 'reaction.added', data }),
      readAgain(within(tx, ctx), id),
    ]);
    return changed;
  };
  return transact(ctx, change, { answers: storedAsId(ctx) });
}

/**
 * Removes the caller's reaction and returns the message; where there is none, nothing changes and no event is published.
 * Throws `MESSAGE_NOT_FOUND` or `CHANNEL_ARCHIVED`.
 */
export function unreact(ctx: ActorContext, { messageId, emoji: given }: ReactionInput): Promise<Message> {
  const { userId } = ctx.actor;
  const change = async (tx: Transaction, emit: Emit): Promise<Message> => {
    const { message } = await lockMessage(ctx, tx, messageId, 'react');
    const { id, channelId, reactions } = message;
    const emoji = await emojiToRemove(tx, message, given, userId);
    if (!hasReaction(reactions, emoji, userId)) return message;
    const data = { channelId, messageId: id, userId, emoji };
    await deleteReaction(tx, data);
    await emit(channelStream(channelId), { type: 'reaction.removed', data });
    return readAgain(within(tx, ctx), id);
  };
  return transact(ctx, change, { answers: storedAsId(ctx) });
}

/** The message with the reactions that this transaction has written: only the statement that reads them sorts them. */
async function readAgain(ctx: ReadContext, messageId: string): Promise<Message> {
  return (await accessMessage(ctx, messageId, 'read')).message;
}
