import type { Transaction } from '@palaver/db';
import { accessChannel, type ChannelAccess } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { lockStream } from '../log/append.js';
import { channelStream } from '../log/streams.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import { CHANNEL_ACTION, type MessageAction, refusal } from './permissions.js';
import { findChannelOf, findMessage } from './queries.js';
import type { FullMessage } from './record.js';

/** A message that may be acted on, with the channel it is in, allowed for what the action needs there. */
export type MessageAccess<Action extends MessageAction> = Authorized<
  FullMessage & {
    /** How far the channel's stream reached when the message was read. */
    readonly headSeq: number;
    readonly channel: Authorized<ChannelAccess, (typeof CHANNEL_ACTION)[Action]>;
  },
  Action
>;

/**
 * Fetches a message that the actor may do `action` to, with its channel.
 * Throws `MESSAGE_NOT_FOUND` for a deleted one and for one in a channel that the actor may not see,
 * `CHANNEL_ARCHIVED`, or `NOT_YOUR_MESSAGE`.
 */
export async function accessMessage<Action extends MessageAction>(
  ctx: ReadContext,
  messageId: string,
  action: Action,
): Promise<MessageAccess<Action>> {
  const found = await findMessage(ctx.db, requireUuid(messageId, 'MESSAGE_NOT_FOUND'));
  if (!found || found.deletedAt !== null) throw new AppError('MESSAGE_NOT_FOUND');
  const channel = await accessChannel(ctx, found.channelId, CHANNEL_ACTION[action]).catch(hideChannel);
  const refused = refusal({ isAuthor: found.userId === ctx.actor.userId, role: channel.role }, action);
  if (refused) throw new AppError(refused);
  return authorize({ ...found, channel }, action);
}

/**
 * The same inside a write, and under the lock of the channel's stream: what is true now stays true until the
 * transaction ends. Every write to messages, reactions and reply counts happens under that one lock, taken first
 * (here, or by `emit`), so that none of them waits for another in a circle.
 */
export async function lockMessage<Action extends MessageAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  messageId: string,
  action: Action,
): Promise<MessageAccess<Action>> {
  const channelId = await findChannelOf(tx, requireUuid(messageId, 'MESSAGE_NOT_FOUND'));
  if (channelId === null) throw new AppError('MESSAGE_NOT_FOUND');
  await lockStream(tx, channelStream(channelId));
  return accessMessage({ actor: ctx.actor, db: tx }, messageId, action);
}

/** A channel that one may not see hides its messages: they are answered like messages that are not there. */
export function hideChannel(error: unknown): never {
  const isHidden = error instanceof AppError && error.errorCode === 'CHANNEL_NOT_FOUND';
  throw isHidden ? new AppError('MESSAGE_NOT_FOUND') : error;
}
