import type { Transaction } from '@palaver/db';
import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { findThreadRoot } from '../messages/thread-root.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import { lockScheduled } from './queries.js';
import type { ScheduledRow } from './record.js';
import type { ScheduleInput } from './schemas.js';

/**
 * Where the actor may post now, as far as it can be known beforehand; when the message is sent, it is judged again.
 * Throws `CHANNEL_NOT_FOUND`, what `refusal` of channels/permissions.ts returns for a post, or `MESSAGE_NOT_FOUND`.
 */
export async function accessPlace(
  ctx: ReadContext,
  { channelId, threadId }: Pick<ScheduleInput, 'channelId' | 'threadId'>,
): Promise<Authorized<{ readonly channelId: string; readonly threadId: string | null }, 'post'>> {
  const channel = await accessChannel(ctx, channelId, 'post');
  if (threadId === undefined) return authorize({ channelId: channel.id, threadId: null }, 'post');
  const messageId = requireUuid(threadId, 'MESSAGE_NOT_FOUND');
  const thread = await findThreadRoot(ctx.services.db, channel.id, messageId);
  if (thread === null || thread.isDeleted) throw new AppError('MESSAGE_NOT_FOUND');
  return authorize({ channelId: channel.id, threadId: thread.rootId }, 'post');
}

/** A scheduled message of the actor's, locked until the transaction ends. Throws `SCHEDULED_MESSAGE_NOT_FOUND`. */
export async function lockOwnScheduled(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  scheduledMessageId: string,
): Promise<Authorized<ScheduledRow, 'change'>> {
  const id = requireUuid(scheduledMessageId, 'SCHEDULED_MESSAGE_NOT_FOUND');
  const row = await lockScheduled(tx, id, 'wait');
  if (row?.userId !== ctx.actor.userId) throw new AppError('SCHEDULED_MESSAGE_NOT_FOUND');
  return authorize(row, 'change');
}
