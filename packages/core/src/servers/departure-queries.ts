import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';

const { serverDepartures, serverMembers, servers } = tables;

/** A user who leaves a server, or has left it, and may still be in channels of it. */
export interface Departure {
  readonly serverId: string;
  readonly userId: string;
}

export async function insertDepartures(
  tx: Transaction,
  serverId: string,
  userIds: readonly string[],
): Promise<void> {
  await tx
    .insert(serverDepartures)
    .values(userIds.map((userId) => ({ serverId, userId })))
    .onConflictDoNothing();
}

/** A departure from every server that a user is in. */
export async function insertDeparturesFromAll(tx: Transaction, userId: string): Promise<void> {
  const from = tx
    .select({ serverId: serverMembers.serverId, userId: serverMembers.userId })
    .from(serverMembers)
    .where(eq(serverMembers.userId, userId));
  await tx.insert(serverDepartures).select(from).onConflictDoNothing();
}

export async function deleteDepartures(
  tx: Transaction,
  serverId: string,
  userIds: readonly string[],
): Promise<void> {
  await tx
    .delete(serverDepartures)
    .where(and(eq(serverDepartures.serverId, serverId), inArray(serverDepartures.userId, [...userIds])));
}

/** Whether a user is leaving a server that has not been deleted. */
export async function isDeparting(q: Queryable, serverId: string, userId: string): Promise<boolean> {
  const rows = await q
    .select({ userId: serverDepartures.userId })
    .from(serverDepartures)
    .innerJoin(servers, eq(servers.id, serverDepartures.serverId))
    .where(
      and(
        eq(serverDepartures.serverId, serverId),
        eq(serverDepartures.userId, userId),
        isNull(servers.deletedAt),
      ),
    );
  return rows.length > 0;
}

/** The departure after the given one, in the order of the key; null when there is none. A deleted server needs none. */
export async function nextDeparture(q: Queryable, after: Departure | null): Promise<Departure | null> {
  const isAfter =
    after &&
    or(
      gt(serverDepartures.serverId, after.serverId),
      and(eq(serverDepartures.serverId, after.serverId), gt(serverDepartures.userId, after.userId)),
    );
  const [row] = await q
    .select({ serverId: serverDepartures.serverId, userId: serverDepartures.userId })
    .from(serverDepartures)
    .innerJoin(servers, and(eq(servers.id, serverDepartures.serverId), isNull(servers.deletedAt)))
    .where(isAfter ?? undefined)
    .orderBy(serverDepartures.serverId, serverDepartures.userId)
    .limit(1);
  return row ?? null;
}
