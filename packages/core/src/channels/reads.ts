import type { Authorized } from '../kernel/services/actor.js';
import { iso } from '../kernel/sql/instant.js';
import { readSnapshot } from '../log/snapshot.js';
import type { ActorContext } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { AnyChannel, Channel, ChannelMember, DirectMessage } from '../protocol/records/channel.js';
import { accessServer } from '../servers/access.js';
import { toUser } from '../users/record.js';
import { accessChannel, accessDm, type ChannelAccess } from './access.js';
import { listDms } from './dm-queries.js';
import { findDmPeople, listChannelMembers } from './member-queries.js';
import { type ListedChannel, listVisibleChannels } from './queries.js';
import { toChannel, toDirectMessage } from './record.js';
import type { ChannelInput, ListChannelsInput, ListMembersByIdInput, ListMembersInput } from './schemas.js';

/** A channel that the caller may see. Throws `CHANNEL_NOT_FOUND`. */
export async function getChannel(ctx: ActorContext, input: ChannelInput): Promise<Channel> {
  const channel = await accessChannel(ctx, input.channelId, 'read', input.serverId);
  setStreamPositions(ctx.request, { [channel.id]: channel.seq });
  return toChannel(channel);
}

/**
 * The channels of a server that the caller may see. The server's stream has the events of public channels. A new private
 * channel is in the caller's own stream, and its changes are in the channel's. Throws `SERVER_NOT_FOUND`.
 */
export async function listChannels(ctx: ActorContext, input: ListChannelsInput): Promise<Channel[]> {
  const { userId } = ctx.actor;
  const { id: serverId } = await accessServer(ctx, input.serverId, 'read');
  const { value, positions } = await readSnapshot(
    ctx.services.db,
    [serverId, userId],
    (q) => listVisibleChannels(q, serverId, userId, input.externalId),
    (rows) => ({
      [serverId]: rows[0].serverSeq,
      [userId]: rows[0].userSeq,
      ...Object.fromEntries(rows.flatMap(ownPosition)),
    }),
  );
  setStreamPositions(ctx.request, positions);
  return value.map(({ channel }) => toChannel(channel));
}

function ownPosition({ channel, ownSeq }: ListedChannel): Array<[string, number]> {
  return ownSeq === null ? [] : [[channel.id, ownSeq]];
}

/** A channel of any server or a direct message, by its own id. Throws `CHANNEL_NOT_FOUND`. */
export async function getAnyChannel(ctx: ActorContext, channelId: string): Promise<AnyChannel> {
  const channel = await accessChannel(ctx, channelId, 'read');
  if (channel.isDm) return readDm(ctx, channel);
  setStreamPositions(ctx.request, { [channel.id]: channel.seq });
  return { ...toChannel(channel), members: null };
}

/** A direct message that the caller is in. Throws `CHANNEL_NOT_FOUND`. */
export async function getDm(ctx: ActorContext, channelId: string): Promise<DirectMessage> {
  return readDm(ctx, await accessDm(ctx, channelId, 'read'));
}

/** It and its members never change, but their profiles do. */
async function readDm(ctx: ActorContext, dm: ChannelAccess): Promise<DirectMessage> {
  const { userId } = ctx.actor;
  const { members, profilesSeq } = await listChannelMembers(ctx.services.db, dm.id, userId);
  setStreamPositions(ctx.request, { [dm.id]: dm.seq, [userId]: profilesSeq });
  return toDirectMessage(dm, members.map(toUser), userId);
}

/** The members of a channel, by its server and its id. Throws `CHANNEL_NOT_FOUND`. */
export async function listMembersInServer(
  ctx: ActorContext,
  input: ListMembersInput,
): Promise<ChannelMember[]> {
  return listMembersOf(ctx, await accessChannel(ctx, input.channelId, 'read', input.serverId), input);
}

/** The members of a channel of any server or of a direct message. Throws `CHANNEL_NOT_FOUND`. */
export async function listMembersOfAny(
  ctx: ActorContext,
  input: ListMembersByIdInput,
): Promise<ChannelMember[]> {
  return listMembersOf(ctx, await accessChannel(ctx, input.channelId, 'read'), input);
}

/** The people of a direct message. Throws `CHANNEL_NOT_FOUND`. */
export async function listPeopleOfDm(ctx: ActorContext, channelId: string): Promise<ChannelMember[]> {
  return listMembersOf(ctx, await accessDm(ctx, channelId, 'read'));
}

/** The channel's stream has the changes of the list; those of the profiles are in the server's or, in a DM, the reader's. */
async function listMembersOf(
  ctx: ActorContext,
  { id, serverId }: Authorized<ChannelAccess, 'read'>,
  which: Pick<ListMembersByIdInput, 'limit' | 'userIds'> = {},
): Promise<ChannelMember[]> {
  const profiles = serverId ?? ctx.actor.userId;
  const { members, seq, profilesSeq } = await listChannelMembers(ctx.services.db, id, profiles, which);
  setStreamPositions(ctx.request, { [id]: seq, [profiles]: profilesSeq });
  return members.map((member) => Object.assign(toUser(member), { joinedAt: iso(member.joinedAt) }));
}

/** The caller's direct messages. The caller's own stream has their events, and those of the profiles of their people. */
export async function listDirectMessages(ctx: ActorContext): Promise<DirectMessage[]> {
  const { userId } = ctx.actor;
  const { seq, items } = await listDms(ctx.services.db, userId);
  // A profile may be newer than the position: the event that follows is of that profile or a later one.
  const peopleOf = await findDmPeople(
    ctx.services.db,
    items.map(({ id }) => id),
  );
  setStreamPositions(ctx.request, { [userId]: seq });
  return items.map((dm) => toDirectMessage(dm, peopleOf(dm.id), userId));
}
