import type { Queryable, Transaction } from '@palaver/db';
import { lockStreams } from '../log/append.js';
import { channelStream, serverStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import { isClosed } from './permissions.js';
import { channelIdsOf, releaseChannelRows } from './queries.js';
import { toChannel } from './record.js';

/** As many channels leave a group in one transaction. Each locks its log, and posts there wait. */
const RELEASED_AT_ONCE = 50;

/** Whether a group has more channels than one transaction releases. */
export async function isLargeGroup(q: Queryable, groupId: string): Promise<boolean> {
  return (await channelIdsOf(q, groupId, RELEASED_AT_ONCE + 1)).length > RELEASED_AT_ONCE;
}

/**
 * Takes channels out of their group, some or all of them, and publishes each as changed. Call it under the server's
 * lock, which every change of a channel's group takes.
 */
export async function releaseChannels(
  tx: Transaction,
  emit: Emit,
  groupId: string,
  how: 'some' | 'all',
): Promise<void> {
  const limit = how === 'some' ? RELEASED_AT_ONCE : Number.MAX_SAFE_INTEGER;
  const channelIds = await channelIdsOf(tx, groupId, limit);
  if (channelIds.length === 0) return;
  // The streams before the rows: a post that joins a channel locks them in this order, too.
  await lockStreams(tx, channelIds.map(channelStream));
  const released = await releaseChannelRows(tx, channelIds);
  await emit(
    released.flatMap((row) => {
      const { id, serverId } = row;
      const event = { type: 'channel.updated' as const, data: toChannel(row) };
      const streams = serverId === null || isClosed(row) ? [] : [serverStream(serverId)];
      return [...streams, channelStream(id)].map((stream) => ({ stream, event }));
    }),
  );
}
