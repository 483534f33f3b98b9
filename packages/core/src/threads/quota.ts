import type { Transaction } from '@palaver/db';
import { requireQuota } from '../kernel/errors/require-quota.js';
import type { PlacedEvent } from '../log/append-events.js';
import { userStream } from '../log/streams.js';
import { countFollows, endFollows } from './queries.js';
import { readSurplus } from './statements.js';

/**
 * Makes room for a thread that a user has chosen to follow, under the lock of the account: what they follow in channels that
 * they may not read now ends first, because they could not end it. Returns the events. Throws `TOO_MANY_FOLLOWED_THREADS`.
 */
export async function makeRoom(tx: Transaction, userId: string, limit: number): Promise<PlacedEvent[]> {
  const surplus = await findSurplus(tx, userId, limit);
  if (surplus.some(({ isListed }) => isListed)) requireQuota('followedThreads', limit, limit);
  return end(tx, userId, surplus);
}

/** The order of all threads costs as much as their list, so at the limit it is read once for as many replies as this share is. */
const FREED_SHARE = 1 / 50;

/**
 * Ends what a user follows beyond the limit, after a reply or a mention let them follow another thread: no post is
 * refused for that. A fiftieth of the limit ends as well, so that the next replies find room. Returns the events.
 */
export async function endSurplus(tx: Transaction, userId: string, limit: number): Promise<PlacedEvent[]> {
  const kept = limit - Math.floor(limit * FREED_SHARE);
  return end(tx, userId, await findSurplus(tx, userId, limit, kept));
}

/** What is followed beyond `kept`, where more is followed than the limit: the count is cheap, and the order is not. */
async function findSurplus(tx: Transaction, userId: string, limit: number, kept = limit) {
  return (await countFollows(tx, userId)) > limit ? readSurplus(tx, userId, kept) : [];
}

async function end(
  tx: Transaction,
  userId: string,
  surplus: ReadonlyArray<{ readonly rootId: string }>,
): Promise<PlacedEvent[]> {
  if (surplus.length === 0) return [];
  const ended = await endFollows(
    tx,
    userId,
    surplus.map(({ rootId }) => rootId),
  );
  return ended.map(({ rootId, channelId, serverId }) => ({
    stream: userStream(userId),
    event: { type: 'thread.unfollowed', data: { channelId, serverId, threadId: rootId } },
  }));
}
