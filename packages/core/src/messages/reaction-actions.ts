import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { channelStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Message } from '../protocol/records/message.js';
import { lockMessage } from './access.js';
import { findMessage } from './queries.js';
import { deleteReaction, insertReaction } from './reaction-queries.js';
import { hasReaction } from './reactions.js';
import { toMessage } from './record.js';
import { REACTION_KINDS_MAX, type ReactionInput } from './schemas.js';

/**
 * Adds the caller's reaction and answers the message; a reaction that exists already stays, and no event is published.
 * Throws `MESSAGE_NOT_FOUND`, `CHANNEL_ARCHIVED`, or `TOO_MANY_REACTIONS` for a 21st kind.
 */
export function react(ctx: ActorContext, { messageId, emoji }: ReactionInput): Promise<Message> {
  const { userId } = ctx.actor;
  return transact(ctx, async (tx, emit) => {
    const message = await lockMessage(ctx, tx, messageId, 'react');
    const { id, channelId, reactions } = message;
    if (hasReaction(reactions, emoji, userId)) return toMessage(message);
    const isNewKind = !reactions.some((reaction) => reaction.emoji === emoji);
    if (isNewKind && reactions.length >= REACTION_KINDS_MAX) throw tooManyKinds();
    await emit(channelStream(channelId), async ({ at }) => {
      await insertReaction(tx, { messageId: id, emoji, userId }, at);
      return { type: 'reaction.added', data: { channelId, messageId: id, userId, emoji } };
    });
    return readAgain(tx, id);
  });
}

/**
 * Removes the caller's reaction and answers the message; where there is none, nothing changes and no event is published.
 * Throws `MESSAGE_NOT_FOUND` or `CHANNEL_ARCHIVED`.
 */
export function unreact(ctx: ActorContext, { messageId, emoji }: ReactionInput): Promise<Message> {
  const { userId } = ctx.actor;
  return transact(ctx, async (tx, emit) => {
    const message = await lockMessage(ctx, tx, messageId, 'react');
    const { id, channelId, reactions } = message;
    if (!hasReaction(reactions, emoji, userId)) return toMessage(message);
    await emit(channelStream(channelId), async () => {
      await deleteReaction(tx, { messageId: id, emoji, userId });
      return { type: 'reaction.removed', data: { channelId, messageId: id, userId, emoji } };
    });
    return readAgain(tx, id);
  });
}

/** The message with the reactions that this transaction has written: only the statement that reads them orders them. */
async function readAgain(tx: Transaction, messageId: string): Promise<Message> {
  const message = await findMessage(tx, messageId);
  if (!message) throw new Error('the lock of the channel keeps the message');
  return toMessage(message);
}

function tooManyKinds(): AppError {
  const message = `A message carries at most ${REACTION_KINDS_MAX} different reactions.`;
  return new AppError('TOO_MANY_REACTIONS', { message });
}
