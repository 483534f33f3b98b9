import { readSnapshot } from '../log/snapshot.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { Channel } from '../protocol/records/channel.js';
import type { User } from '../protocol/records/user.js';
import { accessServer } from '../servers/access.js';
import { toUser } from '../users/record.js';
import { accessChannel } from './access.js';
import { listChannelMembers } from './member-queries.js';
import { type ListedChannel, listDms, listVisibleChannels } from './queries.js';
import { toChannel } from './record.js';
import type { ChannelInput } from './schemas.js';

/** A channel that the caller may see. Throws `CHANNEL_NOT_FOUND`. */
export async function getChannel(ctx: ActorContext, input: ChannelInput): Promise<Channel> {
  const channel = await accessChannel(ctx, input.channelId, 'read', input.serverId);
  setStreamPositions(ctx, { [channel.id]: channel.seq });
  return toChannel(channel);
}

/**
 * The channels of a server that the caller may see. The server's stream has the events of public channels. A new private
 * channel is in the caller's own stream, and its changes are in the channel's. Throws `SERVER_NOT_FOUND`.
 */
export async function listChannels(ctx: ActorContext, inServer: string): Promise<Channel[]> {
  const { userId } = ctx.actor;
  const { id: serverId } = await accessServer(ctx, inServer, 'read');
  const { value, positions } = await readSnapshot(
    ctx.db,
    [serverId, userId],
    (q) => listVisibleChannels(q, serverId, userId),
    (rows) => ({
      [serverId]: rows[0].serverSeq,
      [userId]: rows[0].userSeq,
      ...Object.fromEntries(rows.flatMap(ownPosition)),
    }),
  );
  setStreamPositions(ctx, positions);
  return value.map(({ channel }) => toChannel(channel));
}

function ownPosition({ channel, ownSeq }: ListedChannel): Array<[string, number]> {
  return ownSeq === null ? [] : [[channel.id, ownSeq]];
}

/** The members of a channel. Its stream has the changes of the list, the server's stream those of the profiles. */
export async function listMembersOf(ctx: ActorContext, input: ChannelInput): Promise<User[]> {
  const { serverId } = input;
  const { id } = await accessChannel(ctx, input.channelId, 'read', serverId);
  const { value, positions } = await readSnapshot(
    ctx.db,
    [id, serverId],
    (q) => listChannelMembers(q, id, serverId),
    ([first]) => ({ [id]: first.seq, [serverId]: first.serverSeq }),
  );
  setStreamPositions(ctx, positions);
  return value.map(({ user }) => toUser(user));
}

/** The caller's direct messages. One never changes, so the caller's own stream has all their events. */
export async function listDirectMessages(ctx: ActorContext): Promise<Channel[]> {
  const { userId } = ctx.actor;
  const { value, positions } = await readSnapshot(
    ctx.db,
    [userId],
    (q) => listDms(q, userId),
    ([first]) => ({ [userId]: first.userSeq }),
  );
  setStreamPositions(ctx, positions);
  return value.map(({ channel }) => toChannel(channel));
}
