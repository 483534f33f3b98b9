import type { Transaction } from '@palaver/db';
import { channelStream, userStream } from '../events/streams.js';
import type { ActorContext } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import { type Emit, transact } from '../kernel/transact.js';
import { isServerMember } from '../servers/access.js';
import { accessUser } from '../users/access.js';
import { toUser } from '../users/record.js';
import type { User } from '../users/schemas.js';
import { accessChannel, lockChannel } from './access.js';
import * as queries from './member-queries.js';
import { findChannelAs } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';
import type { AddChannelMemberInput, Channel, ChannelInput } from './schemas.js';

/**
 * Makes a user a member of a channel and tells the channel. Throws `ALREADY_A_MEMBER`, which rolls the write back
 * and with it the event.
 */
export async function enterChannel(
  tx: Transaction,
  emit: Emit,
  channel: Pick<ChannelRow, 'id' | 'serverId'>,
  userId: string,
): Promise<User> {
  const user = toUser(await accessUser({ db: tx }, userId));
  await emit(channelStream(channel.id), async ({ at }) => {
    const entered = await queries.insertChannelMember(tx, { channelId: channel.id, userId, joinedAt: at });
    if (!entered) throw new AppError('ALREADY_A_MEMBER');
    return {
      type: 'member.joined',
      data: { serverId: channel.serverId, channelId: channel.id, user, role: null },
    };
  });
  return user;
}

/** Takes a user out of a channel and tells the channel. Throws `MEMBER_NOT_FOUND`. */
async function exitChannel(
  tx: Transaction,
  emit: Emit,
  channel: Pick<ChannelRow, 'id' | 'serverId'>,
  userId: string,
): Promise<void> {
  await emit(channelStream(channel.id), async () => {
    if (!(await queries.deleteChannelMember(tx, channel.id, userId))) throw new AppError('MEMBER_NOT_FOUND');
    return { type: 'member.left', data: { serverId: channel.serverId, channelId: channel.id, userId } };
  });
}

/** Joins a public channel; who is in it already stays in it. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM`. */
export async function joinChannel(ctx: ActorContext, input: ChannelInput): Promise<Channel> {
  return transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, 'join');
    if (channel.isMember) return toChannel(channel);
    await enterChannel(tx, emit, channel, ctx.actor.userId);
    return toChannel({ ...channel, memberCount: channel.memberCount + 1 });
  });
}

/** Leaves a channel; who is not in it stays out. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM`. */
export async function leaveChannel(ctx: ActorContext, input: ChannelInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, 'leave');
    if (channel.isMember) await removeFrom(tx, emit, channel, ctx.actor.userId);
  });
}

/** Adds a member of the server to a channel. Throws `MEMBER_NOT_FOUND` for who is not in the server. */
export async function addChannelMember(ctx: ActorContext, input: AddChannelMemberInput): Promise<User> {
  const userId = knownId(input.userId, 'MEMBER_NOT_FOUND');
  return transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, 'addMember');
    if (!(await isServerMember(tx, input.serverId, userId))) throw new AppError('MEMBER_NOT_FOUND');
    const user = await enterChannel(tx, emit, channel, userId);
    if (channel.isPrivate) {
      const data = toChannel({ ...channel, memberCount: channel.memberCount + 1 });
      await emit(userStream(userId), { type: 'channel.created', data });
    }
    return user;
  });
}

/** Removes a member from a channel: oneself, or anyone for an admin. Throws `MEMBER_NOT_FOUND`, `ADMIN_REQUIRED`. */
export async function removeChannelMember(ctx: ActorContext, input: AddChannelMemberInput): Promise<void> {
  const userId = knownId(input.userId, 'MEMBER_NOT_FOUND');
  const action = userId === ctx.actor.userId ? 'leave' : 'removeMember';
  await transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, action);
    await removeFrom(tx, emit, channel, userId);
  });
}

/** Takes a user out of every channel of a server, as part of leaving the server. */
export async function leaveChannelsOfServer(
  tx: Transaction,
  emit: Emit,
  serverId: string,
  userId: string,
): Promise<void> {
  for (const id of await queries.channelIdsOf(tx, serverId, userId)) {
    await exitChannel(tx, emit, { id, serverId }, userId);
  }
}

/** Posting in a public channel joins it: makes the actor a member when not one yet. */
export async function ensureChannelMember(
  ctx: ActorContext,
  tx: Transaction,
  emit: Emit,
  channel: ChannelRow,
): Promise<void> {
  const standing = await findChannelAs(tx, channel.id, ctx.actor.userId);
  if (!standing?.isMember) await enterChannel(tx, emit, channel, ctx.actor.userId);
}

/** The members of a channel that the caller may see. Throws `CHANNEL_NOT_FOUND`. */
export async function listMembersOf(ctx: ActorContext, input: ChannelInput): Promise<User[]> {
  const channel = await accessChannel(ctx, input.channelId, 'read', input.serverId);
  return (await queries.listChannelMembers(ctx.db, channel.id)).map(toUser);
}

async function removeFrom(tx: Transaction, emit: Emit, channel: ChannelRow, userId: string): Promise<void> {
  await exitChannel(tx, emit, channel, userId);
  if (!channel.isPrivate) return;
  const { serverId, id: channelId } = channel;
  await emit(userStream(userId), { type: 'access.revoked', data: { serverId, channelId } });
}
