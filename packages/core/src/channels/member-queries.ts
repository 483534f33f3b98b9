import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type PublicUserRow, userColumns } from '../users/record.js';

const { channels, channelMembers, users } = tables;

/** Every member of a channel, newest account first: the order of the primary key. */
export function listChannelMembers(q: Queryable, channelId: string): Promise<PublicUserRow[]> {
  return q
    .select(userColumns)
    .from(channelMembers)
    .innerJoin(users, eq(users.id, channelMembers.userId))
    .where(eq(channelMembers.channelId, channelId))
    .orderBy(desc(channelMembers.userId))
    .prepare('channel_members_list')
    .execute();
}

/** Adds a member and counts it; false when the user is one already. */
export async function insertChannelMember(
  tx: Transaction,
  row: { channelId: string; userId: string; joinedAt: Date },
): Promise<boolean> {
  const added = await tx
    .insert(channelMembers)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: channelMembers.userId });
  if (added.length === 0) return false;
  await countMembers(tx, row.channelId, 1);
  return true;
}

/** Removes a member and counts it; false when the user was none. */
export async function deleteChannelMember(
  tx: Transaction,
  channelId: string,
  userId: string,
): Promise<boolean> {
  const removed = await tx
    .delete(channelMembers)
    .where(and(eq(channelMembers.channelId, channelId), eq(channelMembers.userId, userId)))
    .returning({ userId: channelMembers.userId });
  if (removed.length === 0) return false;
  await countMembers(tx, channelId, -1);
  return true;
}

/** The channels of a server that a user is in, in the order in which their locks are taken. */
export async function channelIdsOf(q: Queryable, serverId: string, userId: string): Promise<string[]> {
  const inServer = q.select({ id: channels.id }).from(channels).where(eq(channels.serverId, serverId));
  const rows = await q
    .select({ id: channelMembers.channelId })
    .from(channelMembers)
    .where(and(eq(channelMembers.userId, userId), inArray(channelMembers.channelId, inServer)))
    .orderBy(channelMembers.channelId);
  return rows.map((row) => row.id);
}

async function countMembers(tx: Transaction, channelId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(channels)
    .set({ memberCount: sql`${channels.memberCount} + ${by}` })
    .where(eq(channels.id, channelId));
}
