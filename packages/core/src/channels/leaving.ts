import type { Transaction } from '@palaver/db';
import { lockStreams } from '../log/append.js';
import type { PlacedEvent } from '../log/append-events.js';
import { channelStream, serverStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import { type ChannelMembership, deleteMemberships, membershipsIn } from './member-queries.js';
import { isClosed } from './permissions.js';
import { archiveChannelRows } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';

/** As many memberships end in one transaction. Each locks the log of its channel, and posts there wait. */
const BATCH = 50;

/**
 * Removes users who have left a server from some of its channels, and publishes it there. A private channel without members
 * is archived, since nobody sees it any more. Returns whether channels may be left over; then call it again, in another
 * transaction. Call it under the server's lock, which every change of memberships in its channels takes.
 */
export async function leaveSomeChannels(
  tx: Transaction,
  emit: Emit,
  serverId: string,
  userIds: readonly string[],
): Promise<boolean> {
  const leaving = await membershipsIn(tx, serverId, userIds, BATCH);
  if (leaving.length === 0) return false;
  const channelIds = [...new Set(leaving.map(({ channelId }) => channelId))];
  await lockStreams(tx, channelIds.map(channelStream));
  const counts = await deleteMemberships(tx, leaving);
  const orphans = leaving.filter(({ channelId, isPrivate }) => isPrivate && counts.get(channelId) === 0);
  const archived = await archiveChannelRows(
    tx,
    orphans.map(({ channelId }) => channelId),
  );
  await emit([...leftEvents(serverId, leaving, counts), ...archived.map(archivedEvent)]);
  return leaving.length === BATCH;
}

/** `counts` are the member counts after all have left; each event has the count after it. */
function leftEvents(
  serverId: string,
  leaving: readonly ChannelMembership[],
  counts: ReadonlyMap<string, number>,
): PlacedEvent[] {
  const members = new Map(counts);
  // From the last one backwards, because the last one leaves the count that is stored.
  return leaving
    .toReversed()
    .flatMap(({ channelId, userId, ...channel }) => {
      const memberCount = members.get(channelId) ?? 0;
      members.set(channelId, memberCount + 1);
      const event = { type: 'member.left' as const, data: { serverId, channelId, userId, memberCount } };
      const streams = isClosed(channel)
        ? [channelStream(channelId)]
        : [channelStream(channelId), serverStream(serverId)];
      return streams.map((stream) => ({ stream, event }));
    })
    .toReversed();
}

/** A private channel is published in its own stream alone. */
function archivedEvent(row: ChannelRow): PlacedEvent {
  return { stream: channelStream(row.id), event: { type: 'channel.updated', data: toChannel(row) } };
}
