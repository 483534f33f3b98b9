import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import { accessMessage, hideChannel } from '../messages/access.js';
import { type ActorContext, type ReadContext, within } from '../procedures/context.js';
import type { ThreadUnread } from '../protocol/records/thread.js';
import { findSeq } from '../read-state/positions.js';
import { toChannelUnread } from '../read-state/record.js';
import { lockAccount } from '../users/access.js';
import { endFollow, type Follow, insertFollow, moveThreadForward, setThreadBack } from './queries.js';
import { makeRoom } from './quota.js';
import type { MarkThreadReadInput } from './schemas.js';
import { readThread } from './statements.js';

/**
 * Follows the thread that a message begins or is in, from its end on. For who follows it already nothing changes.
 * Throws `MESSAGE_NOT_FOUND` or `TOO_MANY_FOLLOWED_THREADS`.
 */
export function followThread(ctx: ActorContext, messageId: string): Promise<ThreadUnread> {
  return transact(ctx, async (tx, emit) => {
    await lockAccount(tx, ctx.actor.userId);
    await lockStream(tx, userStream(ctx.actor.userId));
    const { follow, channelId } = await accessThread(within(tx, ctx), messageId);
    const isNew = await insertFollow(tx, follow, channelId);
    const thread = await requireFollowed(within(tx, ctx), follow);
    const { serverId, threadId } = thread;
    if (isNew) {
      const ended = await makeRoom(tx, follow.userId, ctx.services.settings.quotas.followedThreads);
      const event = { type: 'thread.followed' as const, data: { channelId, serverId, threadId } };
      await emit([...ended, { stream: userStream(follow.userId), event }]);
    }
    return thread;
  });
}

/** Stops following a thread, also one that others go on replying to. Throws `MESSAGE_NOT_FOUND`. */
export async function unfollowThread(ctx: ActorContext, messageId: string): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    await lockStream(tx, userStream(ctx.actor.userId));
    const { follow, channelId, serverId } = await accessThread(within(tx, ctx), messageId);
    if (!(await endFollow(tx, follow))) return;
    const data = { channelId, serverId, threadId: follow.rootId };
    await emit(userStream(follow.userId), { type: 'thread.unfollowed', data });
  });
}

/**
 * Moves the caller's position in a thread, as `markRead` does in a channel. Throws `MESSAGE_NOT_FOUND`, also for a
 * message of another channel, and `NOT_A_THREAD_FOLLOWER`.
 */
export function markThreadRead(ctx: ActorContext, input: MarkThreadReadInput): Promise<ThreadUnread> {
  return transact(ctx, async (tx, emit) => {
    await lockStream(tx, userStream(ctx.actor.userId));
    const read = within(tx, ctx);
    const { follow, channelId } = await accessThread(read, input.threadId);
    const messageId = requireUuid(input.messageId, 'MESSAGE_NOT_FOUND');
    const seq = await findSeq(tx, channelId, messageId);
    if (seq === null) throw new AppError('MESSAGE_NOT_FOUND');
    if (input.unread) await setThreadBack(tx, follow, seq);
    const isMoved = input.unread || (await moveThreadForward(tx, follow, { seq, messageId }));
    const data = await requireFollowed(read, follow);
    if (isMoved) {
      const { userId, rootId: threadId } = follow;
      await emit(userStream(userId), { type: 'read.updated', data });
      if (!input.unread)
        await ctx.services.upward.readNotifications(ctx.services, tx, emit, [
          { userId, channelId, threadId, seq },
        ]);
    }
    return data;
  });
}

/** The thread that a message begins or is in. Throws `MESSAGE_NOT_FOUND`. */
async function accessThread(ctx: ReadContext, messageId: string) {
  const { message } = await accessMessage(ctx, messageId, 'read');
  const rootId = message.threadId ?? message.id;
  const { id: channelId, serverId } = await accessChannel(ctx, message.channelId, 'read').catch(hideChannel);
  return { follow: { userId: ctx.actor.userId, rootId }, channelId, serverId };
}

async function requireFollowed(ctx: ReadContext, { userId, rootId }: Follow): Promise<ThreadUnread> {
  const row = await readThread(ctx.services.db, userId, rootId);
  if (!row) throw new AppError('NOT_A_THREAD_FOLLOWER');
  return { ...toChannelUnread(row), threadId: rootId };
}
