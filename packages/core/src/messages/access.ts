import { statement, type Transaction } from '@palaver/db';
import { refusal as channelRefusal, refused } from '../channels/permissions.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { type ActorContext, type ReadContext, within } from '../procedures/context.js';
import type { Message } from '../protocol/records/message.js';
import { readSingle } from './history/pages.js';
import { CHANNEL_ACTION, type MessageAction, refusal } from './permissions.js';

/** A message that the actor may do `Action` to. */
export type MessageAccess<Action extends MessageAction> = Authorized<
  {
    readonly message: Message;
    /** The position of the channel's stream when the message was read. */
    readonly headSeq: number;
  },
  Action
>;

/**
 * Fetches a message that the actor may do `action` to, in one statement.
 * Throws `MESSAGE_NOT_FOUND` for a deleted one and for one in a channel that the actor may not see,
 * `CHANNEL_ARCHIVED`, or `NOT_YOUR_MESSAGE`.
 */
export async function accessMessage<Action extends MessageAction>(
  ctx: ReadContext,
  messageId: string,
  action: Action,
): Promise<MessageAccess<Action>> {
  const id = requireUuid(messageId, 'MESSAGE_NOT_FOUND');
  const { channel, headSeq, messages } = await readSingle(ctx, id).catch(hideChannel);
  const [message] = messages;
  if (!message) throw new AppError('MESSAGE_NOT_FOUND');
  const isAuthor = message.userId === ctx.actor.userId;
  const code = channelRefusal(channel, CHANNEL_ACTION[action]) ?? refusal({ ...channel, isAuthor }, action);
  if (code) throw refused(code, channel);
  return authorize({ message, headSeq }, action);
}

/**
 * The same inside a write, under the lock of the channel's stream: what is read stays true until the transaction ends.
 * Every write to messages, reactions and reply counts takes that one lock first (here, or by `emit`), so they cannot
 * deadlock.
 */
export async function lockMessage<Action extends MessageAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  messageId: string,
  action: Action,
): Promise<MessageAccess<Action>> {
  const id = requireUuid(messageId, 'MESSAGE_NOT_FOUND');
  // Sent together, and carried out in this order: the second reads under the lock.
  const [, access] = await Promise.all([lockChannelOf(tx, id), accessMessage(within(tx, ctx), id, action)]);
  return access;
}

const lock = statement(`
  select from messages message join stream_heads head on head.id = message.channel_id
  where message.id = $1::text::uuid for no key update of head`);

async function lockChannelOf(tx: Transaction, messageId: string): Promise<void> {
  await lock(tx, [messageId]);
}

/** Messages of a channel that the actor may not see are answered like messages that do not exist. */
export function hideChannel(error: unknown): never {
  const isHidden = error instanceof AppError && error.errorCode === 'CHANNEL_NOT_FOUND';
  throw isHidden ? new AppError('MESSAGE_NOT_FOUND') : error;
}
