import { rowByRow, type WorkSource } from '../kernel/concurrency/background-work.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { transact, type WriteContext } from '../log/transact.js';
import type { Using } from '../procedures/context.js';
import { type Follow, nextUnannounced, takeUnannounced } from './queries.js';
import { endSurplus } from './quota.js';

type AnnouncementContext = WriteContext & Using<'settings'>;

/**
 * Tells people of the threads that they follow since somebody has posted, as background work: the statement that posts
 * writes the rows, and takes the lock of no person's stream. Here also ends what somebody follows beyond their quota.
 */
export function followAnnouncements(ctx: AnnouncementContext): WorkSource {
  return rowByRow<Follow>(
    (after) => nextUnannounced(ctx.services.db, after),
    (follow) => announce(ctx, follow),
  );
}

function announce(ctx: AnnouncementContext, follow: Follow): Promise<boolean> {
  return transact(ctx, async (tx, emit) => {
    await lockStream(tx, userStream(follow.userId));
    const taken = await takeUnannounced(tx, follow);
    if (taken?.following) {
      const { channelId, serverId } = taken;
      const data = { channelId, serverId, threadId: follow.rootId };
      const ended = await endSurplus(tx, follow.userId, ctx.services.settings.quotas.followedThreads);
      const event = { type: 'thread.followed' as const, data };
      await emit([...ended, { stream: userStream(follow.userId), event }]);
    }
    return true;
  });
}
