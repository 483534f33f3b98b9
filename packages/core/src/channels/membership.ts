import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { EventDraft } from '../protocol/events.js';
import type { Channel } from '../protocol/records/channel.js';
import type { User } from '../protocol/records/user.js';
import { isServerMember } from '../servers/access.js';
import { type JoiningUser, lockJoiningUser, requireJoiningUser } from '../users/access.js';
import { toUser } from '../users/record.js';
import { lockChannel } from './access.js';
import * as queries from './member-queries.js';
import { type ChannelRow, toChannel } from './record.js';
import type { AddChannelMemberInput, ChannelInput } from './schemas.js';

type Place = Pick<ChannelRow, 'id' | 'serverId' | 'isPrivate'>;

/**
 * Makes someone a member of a channel and tells it, not its server. Throws `ALREADY_A_MEMBER`, which rolls the write
 * back and with it the event.
 */
export function addMember(
  tx: Transaction,
  emit: Emit,
  { id: channelId, serverId }: Place,
  entrant: JoiningUser,
) {
  const user = toUser(entrant);
  return emit(channelStream(channelId), async ({ at }) => {
    const row = { channelId, userId: user.id, joinedAt: at };
    const memberCount = await queries.insertChannelMember(tx, row);
    if (memberCount === null) throw new AppError('ALREADY_A_MEMBER');
    const data = { serverId, channelId, user, role: null, joinedAt: iso(at), memberCount };
    return { type: 'member.joined' as const, data };
  });
}

/** The same for a channel that is known: of a public one the server is told as well. Call it under both locks. */
async function addMemberAndNotify(
  tx: Transaction,
  emit: Emit,
  channel: Place,
  entrant: JoiningUser,
): Promise<Entry> {
  const { event, seq } = await addMember(tx, emit, channel, entrant);
  await notifyServer(emit, channel, event);
  return { memberCount: event.data.memberCount, seq };
}

/** How a channel stands after somebody has come in, and at which place of its stream. */
interface Entry {
  readonly memberCount: number;
  readonly seq: number;
}

/** Takes a user out of a channel and tells it. Throws `MEMBER_NOT_FOUND`. */
async function removeMember(tx: Transaction, emit: Emit, channel: Place, userId: string): Promise<void> {
  const { id: channelId, serverId } = channel;
  const { event } = await emit(channelStream(channelId), async () => {
    const memberCount = await queries.deleteChannelMember(tx, channelId, userId);
    if (memberCount === null) throw new AppError('MEMBER_NOT_FOUND');
    return { type: 'member.left' as const, data: { serverId, channelId, userId, memberCount } };
  });
  await notifyServer(emit, channel, event);
}

/** The server's channel list shows how many are in a public channel. Its lock is held already. */
async function notifyServer(emit: Emit, { serverId, isPrivate }: Place, event: EventDraft): Promise<void> {
  if (serverId !== null && !isPrivate) await emit(serverStream(serverId), event);
}

/** Joins a public channel; who is in it already stays in it. Throws `CHANNEL_NOT_FOUND`, `NOT_IN_A_DM`. */
export async function joinChannel(ctx: ActorContext, input: ChannelInput): Promise<Channel> {
  return transact(ctx, async (tx, emit) => {
    const entrant = await requireJoiningUser(tx, ctx.actor.userId);
    const channel = await lockChannel(ctx, tx, input, 'join');
    if (channel.isMember) return toChannel(channel);
    const { memberCount } = await addMemberAndNotify(tx, emit, channel, entrant);
    return toChannel({ ...channel, memberCount });
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
  const userId = requireUuid(input.userId, 'MEMBER_NOT_FOUND');
  return transact(ctx, async (tx, emit) => {
    const entrant = await lockJoiningUser(tx, userId);
    const channel = await lockChannel(ctx, tx, input, 'addMember');
    if (!entrant || !(await isServerMember(tx, input.serverId, userId)))
      throw new AppError('MEMBER_NOT_FOUND');
    const { memberCount, seq } = await addMemberAndNotify(tx, emit, channel, entrant);
    if (channel.isPrivate) {
      const data = { ...toChannel({ ...channel, memberCount }), since: seq };
      await emit(userStream(userId), { type: 'channel.created', data });
    }
    return toUser(entrant);
  });
}

/** Removes a member from a channel: oneself, or anyone for an admin. Throws `MEMBER_NOT_FOUND`, `ADMIN_REQUIRED`. */
export async function removeChannelMember(ctx: ActorContext, input: AddChannelMemberInput): Promise<void> {
  const userId = requireUuid(input.userId, 'MEMBER_NOT_FOUND');
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
  for (const channel of await queries.channelsOf(tx, serverId, userId)) {
    await removeMember(tx, emit, { ...channel, serverId }, userId);
  }
}

/**
 * Posting in a public channel joins it. Under the locks, so that someone's first two messages, sent at once, do not join
 * twice, and that nobody joins who is being removed from the server. Throws what `sendMessage` does.
 */
export async function joinByPosting(
  ctx: ActorContext,
  tx: Transaction,
  emit: Emit,
  path: ChannelInput,
): Promise<void> {
  const entrant = await requireJoiningUser(tx, ctx.actor.userId);
  const channel = await lockChannel(ctx, tx, path, 'post').catch(hideServer);
  if (!channel.isMember) await addMemberAndNotify(tx, emit, channel, entrant);
}

/** Who lost the server a moment ago is answered as who never saw the channel: a message names no server. */
function hideServer(error: unknown): never {
  const isHidden = error instanceof AppError && error.errorCode === 'SERVER_NOT_FOUND';
  throw isHidden ? new AppError('CHANNEL_NOT_FOUND') : error;
}

async function removeFrom(tx: Transaction, emit: Emit, channel: ChannelRow, userId: string): Promise<void> {
  await removeMember(tx, emit, channel, userId);
  if (!channel.isPrivate) return;
  const { serverId, id: channelId } = channel;
  await emit(userStream(userId), { type: 'access.revoked', data: { serverId, channelId } });
}
