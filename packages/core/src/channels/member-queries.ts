import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, sql } from 'drizzle-orm';
import { headOf } from '../log/snapshot.js';
import { type PublicUserRow, userColumns } from '../users/record.js';
import type { ChannelRow } from './record.js';

const { channels, channelMembers, users } = tables;

export interface ListedMember {
  readonly user: PublicUserRow;
  /** The positions of the streams of the channel and of its server. */
  readonly seq: number;
  readonly serverSeq: number;
}

/** Every member of a channel, newest account first: the order of the primary key. */
export function listChannelMembers(
  q: Queryable,
  channelId: string,
  serverId: string,
): Promise<ListedMember[]> {
  return q
    .select({ user: userColumns, seq: headOf(channelId), serverSeq: headOf(serverId) })
    .from(channelMembers)
    .innerJoin(users, eq(users.id, channelMembers.userId))
    .where(eq(channelMembers.channelId, channelId))
    .orderBy(desc(channelMembers.userId))
    .prepare('channel_members_list')
    .execute();
}

/** Adds a member and returns the new member count; null when the user is a member already. */
export async function insertChannelMember(
  tx: Transaction,
  row: { channelId: string; userId: string; joinedAt: Date },
): Promise<number | null> {
  const added = await tx
    .insert(channelMembers)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: channelMembers.userId });
  return added.length === 0 ? null : countMembers(tx, row.channelId, 1);
}

/** Removes a member and returns the new member count; null when the user was not a member. */
export async function deleteChannelMember(
  tx: Transaction,
  channelId: string,
  userId: string,
): Promise<number | null> {
  const removed = await tx
    .delete(channelMembers)
    .where(and(eq(channelMembers.channelId, channelId), eq(channelMembers.userId, userId)))
    .returning({ userId: channelMembers.userId });
  return removed.length === 0 ? null : countMembers(tx, channelId, -1);
}

/** The channels of a server that a user is in, in the order in which their locks are taken. */
export function channelsOf(
  q: Queryable,
  serverId: string,
  userId: string,
): Promise<Array<Pick<ChannelRow, 'id' | 'isPrivate'>>> {
  return q
    .select({ id: channels.id, isPrivate: channels.isPrivate })
    .from(channelMembers)
    .innerJoin(channels, eq(channels.id, channelMembers.channelId))
    .where(and(eq(channelMembers.userId, userId), eq(channels.serverId, serverId)))
    .orderBy(channelMembers.channelId);
}

async function countMembers(tx: Transaction, channelId: string, by: 1 | -1): Promise<number> {
  const [row] = await tx
    .update(channels)
    .set({ memberCount: sql`${channels.memberCount} + ${by}` })
    .where(eq(channels.id, channelId))
    .returning({ memberCount: channels.memberCount });
  if (!row) throw new Error(`channel ${channelId} vanished inside its transaction`);
  return row.memberCount;
}
