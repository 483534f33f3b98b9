import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, count, eq, isNull, notExists, sql } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';
import { lockStreams } from '../log/append.js';
import { channelStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import { requireJoiningUser } from '../users/access.js';
import { addMemberAndNotify } from './membership.js';
import type { ChannelRow } from './record.js';

const { channels, channelMembers } = tables;

/** The most channels of a server that are joined by default: joining the server locks all of them. */
export const DEFAULT_CHANNELS_MAX = 20;

/**
 * Makes a user who joins a server a member of the channels that are joined by default, without those that are archived.
 * Call it under the server's lock.
 */
export async function joinDefaultChannels(
  tx: Transaction,
  emit: Emit,
  serverId: string,
  userId: string,
): Promise<void> {
  const joined = await findDefaultChannels(tx, serverId, userId);
  if (joined.length === 0) return;
  const user = await requireJoiningUser(tx, userId);
  await lockStreams(
    tx,
    joined.map(({ id }) => channelStream(id)),
  );
  for (const channel of joined) await addMemberAndNotify(tx, emit, channel, user);
}

/** Throws `TOO_MANY_DEFAULT_CHANNELS` where a server can have no further one. Call it under the server's lock. */
export async function requireRoomForDefaultChannel(tx: Transaction, serverId: string): Promise<void> {
  const [row] = await tx.select({ n: count() }).from(channels).where(isDefaultOf(serverId));
  if ((row?.n ?? 0) < DEFAULT_CHANNELS_MAX) return;
  const message = `A server has at most ${DEFAULT_CHANNELS_MAX} channels that are joined by default.`;
  throw new AppError('TOO_MANY_DEFAULT_CHANNELS', { message });
}

/** The default channels that a user is not in, in the order in which their locks are taken. */
function findDefaultChannels(
  q: Queryable,
  serverId: string,
  userId: string,
): Promise<Array<Pick<ChannelRow, 'id' | 'serverId' | 'isPrivate' | 'permissionOverrides'>>> {
  const membership = q
    .select({ userId: channelMembers.userId })
    .from(channelMembers)
    .where(and(eq(channelMembers.channelId, channels.id), eq(channelMembers.userId, userId)));
  return q
    .select({
      id: channels.id,
      serverId: channels.serverId,
      isPrivate: channels.isPrivate,
      permissionOverrides: channels.permissionOverrides,
    })
    .from(channels)
    .where(and(isDefaultOf(serverId), eq(channels.archived, false), notExists(membership)))
    .orderBy(channels.id);
}

function isDefaultOf(serverId: string) {
  return and(eq(channels.serverId, serverId), sql`${channels.joinedByDefault}`, isNull(channels.deletedAt));
}
