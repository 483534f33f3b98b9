import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { headOf } from '../log/snapshot.js';
import type { ChannelRow } from './record.js';

const { channels, channelMembers } = tables;

/** All direct messages that a user is in, newest first, and the position of the user's stream. */
export function listDms(
  q: Queryable,
  userId: string,
): Promise<Array<{ channel: ChannelRow; userSeq: number }>> {
  return q
    .select({ channel: channels, userSeq: headOf(userId) })
    .from(channelMembers)
    .innerJoin(channels, eq(channels.id, channelMembers.channelId))
    .where(and(eq(channelMembers.userId, userId), sql`${channels.isDm}`, isNull(channels.deletedAt)))
    .orderBy(desc(channels.id));
}

/** The direct message of exactly these users; null when there is none. */
export async function findDm(q: Queryable, dmKey: string): Promise<ChannelRow | null> {
  const [row] = await q.select().from(channels).where(eq(channels.dmKey, dmKey));
  return row ?? null;
}

/** How many direct messages a user has started. */
export function countDmsStartedBy(q: Queryable, userId: string): Promise<number> {
  return q.$count(channels, and(eq(channels.createdBy, userId), sql`${channels.isDm}`));
}

/** Returns false when these users have one, also when it is being created at this moment. */
export async function insertDmRow(tx: Transaction, row: ChannelRow): Promise<boolean> {
  const inserted = await tx
    .insert(channels)
    .values(row)
    .onConflictDoNothing({ target: channels.dmKey })
    .returning({ id: channels.id });
  return inserted.length > 0;
}
