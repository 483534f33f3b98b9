import { prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { listAtHead } from '../log/snapshot.js';
import type { ChannelRow } from './record.js';

const { channels, channelMembers, streamHeads } = tables;

const list = prepared((q) => {
  const own = q
    .select(getTableColumns(channels))
    .from(channelMembers)
    .innerJoin(channels, eq(channels.id, channelMembers.channelId))
    .where(
      and(
        eq(channelMembers.userId, sql.placeholder('user')),
        sql`${channels.isDm}`,
        isNull(channels.deletedAt),
      ),
    )
    .as('own');
  return q
    .select({ seq: streamHeads.lastSeq, item: own._.selectedFields })
    .from(streamHeads)
    .leftJoin(own, sql`true`)
    .where(eq(streamHeads.id, sql.placeholder('user')))
    .orderBy(desc(own.id))
    .prepare('dms_list');
});

/** All direct messages that a user is in, newest first, and the position of the user's stream. */
export async function listDms(q: Queryable, userId: string) {
  return listAtHead<ChannelRow>(await list(q).execute({ user: userId }));
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
