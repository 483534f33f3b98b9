import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { findThreadRoot } from '../messages/thread-root.js';
import type { ReadContext } from '../procedures/context.js';
import type { Place } from './queries.js';
import type { DraftInput } from './schemas.js';

/**
 * Where the actor's draft is that a request names, in a channel that they may read. A reply names its thread. With `write`
 * somebody must be able to reply there; what was kept before a message was deleted can still be read and deleted.
 * Throws `CHANNEL_NOT_FOUND` or `MESSAGE_NOT_FOUND`.
 */
export async function accessPlace<Action extends 'read' | 'write'>(
  ctx: ReadContext,
  { channelId, threadId }: DraftInput,
  action: Action,
): Promise<Authorized<Place, Action>> {
  const channel = await accessChannel(ctx, channelId, 'read');
  const place = { userId: ctx.actor.userId, channelId: channel.id, threadId: null };
  if (threadId === undefined) return authorize(place, action);
  const messageId = requireUuid(threadId, 'MESSAGE_NOT_FOUND');
  const thread = await findThreadRoot(ctx.services.db, channel.id, messageId);
  if (thread === null || (action === 'write' && thread.isDeleted)) throw new AppError('MESSAGE_NOT_FOUND');
  return authorize({ ...place, threadId: thread.rootId }, action);
}
