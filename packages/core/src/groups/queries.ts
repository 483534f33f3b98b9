import { prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, getTableColumns, max, type SQL, sql } from 'drizzle-orm';
import { positionAfter } from '../kernel/schema/position.js';
import { listAtHead } from '../log/snapshot.js';
import type { GroupRow } from './record.js';

const { channelGroups, streamHeads } = tables;

/** A channel group by its server and its id. */
export async function findGroup(q: Queryable, serverId: string, groupId: string): Promise<GroupRow | null> {
  const [row] = await q
    .select()
    .from(channelGroups)
    .where(and(eq(channelGroups.id, groupId), eq(channelGroups.serverId, serverId)))
    .prepare('groups_find')
    .execute();
  return row ?? null;
}

/** Whether a server has this group, as a condition for the statement of another slice. */
export function isGroupOf(serverId: string, groupId: string): SQL {
  return sql`exists (
    select 1 from ${channelGroups} where ${channelGroups.id} = ${groupId} and ${channelGroups.serverId} = ${serverId}
  )`;
}

const list = prepared((q) =>
  q
    .select({ seq: streamHeads.lastSeq, item: getTableColumns(channelGroups) })
    .from(streamHeads)
    .leftJoin(channelGroups, eq(channelGroups.serverId, streamHeads.id))
    .where(eq(streamHeads.id, sql.placeholder('server')))
    .orderBy(desc(channelGroups.id))
    .prepare('groups_list'),
);

/** All channel groups of a server, newest first, and the position of the server's stream. */
export async function listGroups(q: Queryable, serverId: string) {
  return listAtHead<GroupRow>(await list(q).execute({ server: serverId }));
}

export function countGroups(q: Queryable, serverId: string): Promise<number> {
  return q.$count(channelGroups, eq(channelGroups.serverId, serverId));
}

/** The sort position after all groups of a server. The caller holds the server's lock, so that no two get the same. */
export async function nextPosition(tx: Transaction, serverId: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(channelGroups.position) })
    .from(channelGroups)
    .where(eq(channelGroups.serverId, serverId));
  return positionAfter(row?.last);
}

export async function insertGroup(tx: Transaction, row: GroupRow): Promise<void> {
  await tx.insert(channelGroups).values(row);
}

export async function updateGroup(
  tx: Transaction,
  groupId: string,
  changes: Partial<GroupRow>,
): Promise<void> {
  await tx.update(channelGroups).set(changes).where(eq(channelGroups.id, groupId));
}

export async function deleteGroup(tx: Transaction, groupId: string): Promise<void> {
  await tx.delete(channelGroups).where(eq(channelGroups.id, groupId));
}
