import type { Transaction } from '@palaver/db';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { EventDraft } from '../protocol/events.js';
import type { Channel } from '../protocol/records/channel.js';
import type { User } from '../protocol/records/user.js';
import { isServerMember } from '../servers/access.js';
import { recordAct } from '../servers/audit-log.js';
import { type JoiningUser, lockJoiningUser, requireJoiningUser } from '../users/access.js';
import { toUser } from '../users/record.js';
import { type ChannelAccess, lockChannel, readableChannels } from './access.js';
import { blocks } from './dm-openness.js';
import * as queries from './member-queries.js';
import { isClosed } from './permissions.js';
import { updateChannelRow } from './queries.js';
import { type ChannelRow, nameForAudit, toChannel } from './record.js';
import type { AddChannelMemberInput, ChannelInput } from './schemas.js';

/** A channel, as far as a change of its members needs it. */
type ChannelRef = Pick<ChannelRow, 'id' | 'serverId' | 'isPrivate' | 'permissionOverrides'>;

/**
 * Makes a user a member of a channel and publishes it in the channel's stream, not in the server's. Throws
 * `ALREADY_A_MEMBER`, which rolls back the write and with it the event.
 */
export function addMember(
  tx: Transaction,
  emit: Emit,
  { id: channelId, serverId }: ChannelRef,
  joining: JoiningUser,
) {
  const user = toUser(joining);
  return emit(channelStream(channelId), async ({ at, seq }) => {
    const row = { channelId, userId: user.id, joinedAt: at, readSeq: seq };
    const memberCount = await queries.insertChannelMember(tx, row);
    if (memberCount === null) throw new AppError('ALREADY_A_MEMBER');
    const data = {
      serverId,
      channelId,
      user,
      role: null,
      joinedAt: iso(at),
      timedOutUntil: null,
      memberCount,
    };
    return { type: 'member.joined' as const, data };
  });
}

/** The same for a channel that is in the lists of others already. Call it under the locks of the server and the channel. */
export async function addMemberAndNotify(
  tx: Transaction,
  emit: Emit,
  channel: ChannelRef,
  joining: JoiningUser,
): Promise<Joined> {
  const { event, seq } = await addMember(tx, emit, channel, joining);
  await notifyServer(emit, channel, event);
  return { memberCount: event.data.memberCount, seq };
}

/** A channel after a user has joined it, and the position of that event in the channel's stream. */
interface Joined {
  readonly memberCount: number;
  readonly seq: number;
}

/**
 * Removes a user from a channel and publishes it. A private channel without members is archived, since nobody can see it
 * any more. Throws `MEMBER_NOT_FOUND`.
 */
async function removeMember(tx: Transaction, emit: Emit, channel: ChannelRef, userId: string): Promise<void> {
  const { id: channelId, serverId } = channel;
  const { event } = await emit(channelStream(channelId), async () => {
    const memberCount = await queries.deleteChannelMember(tx, channelId, userId);
    if (memberCount === null) throw new AppError('MEMBER_NOT_FOUND');
    return { type: 'member.left' as const, data: { serverId, channelId, userId, memberCount } };
  });
  await notifyServer(emit, channel, event);
  if (channel.isPrivate && event.data.memberCount === 0) await archive(tx, emit, channelId);
}

async function archive(tx: Transaction, emit: Emit, channelId: string): Promise<void> {
  const row = await updateChannelRow(tx, channelId, { archived: true });
  if (!row) throw new Error(`channel ${channelId} vanished under its lock`);
  await emit(channelStream(channelId), { type: 'channel.updated', data: toChannel(row) });
}

/** The server's channel list shows the member count of a channel that all see. The server's lock is held already. */
async function notifyServer(emit: Emit, channel: ChannelRef, event: EventDraft): Promise<void> {
  const { serverId } = channel;
  if (serverId !== null && !isClosed(channel)) await emit(serverStream(serverId), event);
}

/** Joins a public channel; for a member nothing changes. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM`. */
export async function joinChannel(ctx: ActorContext, input: ChannelInput): Promise<Channel> {
  return transact(ctx, async (tx, emit) => {
    const user = await requireJoiningUser(tx, ctx.actor.userId);
    const channel = await lockChannel(ctx, tx, input, 'join');
    if (channel.isMember) return toChannel(channel);
    const { memberCount } = await addMemberAndNotify(tx, emit, channel, user);
    return toChannel({ ...channel, memberCount });
  });
}

/** Leaves a channel; for a user who is not a member nothing changes. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM`. */
export async function leaveChannel(ctx: ActorContext, input: ChannelInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, 'leave');
    if (channel.isMember) await removeAndRevoke(tx, emit, channel, ctx.actor.userId);
  });
}

/**
 * Adds a member of the server to a channel. Throws `MEMBER_NOT_FOUND` for a user who is not in the server, `CANNOT_ADD_MEMBER` for one
 * who has blocked the caller or the owner of that bot, `TIMED_OUT`, and `INVALID_INPUT` for one to whose role an override denies to read it.
 */
export async function addChannelMember(ctx: ActorContext, input: AddChannelMemberInput): Promise<User> {
  const userId = requireUuid(input.userId, 'MEMBER_NOT_FOUND');
  return transact(ctx, async (tx, emit) => {
    const user = await lockJoiningUser(tx, userId);
    const channel = await lockChannel(ctx, tx, input, 'addMember');
    if (!user || !(await isServerMember(tx, input.serverId, userId))) throw new AppError('MEMBER_NOT_FOUND');
    if (await blocks(tx, userId, ctx.actor.userId)) throw new AppError('CANNOT_ADD_MEMBER');
    const { memberCount, seq } = await addMemberAndNotify(tx, emit, channel, user);
    if (isClosed(channel)) {
      if (!(await isReader(tx, channel.id, userId)))
        throw invalidField('userId', 'an override of the channel denies reading to the role of this member');
      const data = { ...toChannel({ ...channel, memberCount }), members: null, since: seq };
      await emit(userStream(userId), { type: 'channel.created', data });
    }
    return toUser(user);
  });
}

/**
 * Removes a member from a channel: the caller themselves, or anyone for an admin. Throws `MEMBER_NOT_FOUND`,
 * `ADMIN_REQUIRED`.
 */
export async function removeChannelMember(ctx: ActorContext, input: AddChannelMemberInput): Promise<void> {
  const userId = requireUuid(input.userId, 'MEMBER_NOT_FOUND');
  const action = userId === ctx.actor.userId ? 'leave' : 'removeMember';
  await transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, action);
    await removeAndRevoke(tx, emit, channel, userId);
    if (action === 'leave') return;
    const act = { serverId: input.serverId, act: 'channel.memberRemoved', details: { userId } } as const;
    await recordAct(ctx, tx, { ...act, target: nameForAudit(channel) });
  });
}

/**
 * Joins a public channel because the actor posts in it, where they are no member, and returns it. Under the locks, so
 * that two first messages at once do not join twice, and that no user joins who is being removed from the server. Throws
 * what `sendMessage` does.
 */
export async function joinByPosting(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  emit: Emit,
  path: ChannelInput,
): Promise<ChannelAccess> {
  const user = await requireJoiningUser(tx, ctx.actor.userId);
  const channel = await lockChannel(ctx, tx, path, 'post').catch(hideServer);
  if (!channel.isMember) await addMemberAndNotify(tx, emit, channel, user);
  return channel;
}

/** The path of a message names no server, so an actor who has just left the server gets `CHANNEL_NOT_FOUND`. */
function hideServer(error: unknown): never {
  const isHidden = error instanceof AppError && error.errorCode === 'SERVER_NOT_FOUND';
  throw isHidden ? new AppError('CHANNEL_NOT_FOUND') : error;
}

async function isReader(tx: Transaction, channelId: string, userId: string): Promise<boolean> {
  const [standing] = await readableChannels(tx, [{ channelId, userId }]);
  return standing != null;
}

/** Removes a user from a channel; a private one is then out of their reach. */
async function removeAndRevoke(
  tx: Transaction,
  emit: Emit,
  channel: ChannelRow,
  userId: string,
): Promise<void> {
  await removeMember(tx, emit, channel, userId);
  const { serverId, id: channelId } = channel;
  if (!isClosed(channel) || (await isReader(tx, channelId, userId))) return;
  await emit(userStream(userId), { type: 'access.revoked', data: { serverId, channelId } });
}
