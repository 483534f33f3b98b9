import { type Database, tables } from '@palaver/db';
import { and, eq, isNotNull, not, notExists, type SQL, type SQLWrapper } from 'drizzle-orm';
import { purgeActs } from './audit-queries.js';
import { purgeEndedBans } from './ban-queries.js';
import { purgeEndedTimeouts } from './timeout-queries.js';

const { holds, servers } = tables;

/** As many servers as one round of maintenance looks at. */
const BATCH = 1000;

/** Some servers that have been deleted and are still stored. */
export async function deletedServers(db: Database): Promise<Array<{ id: string; deletedAt: Date }>> {
  const rows = await db
    .select({ id: servers.id, deletedAt: servers.deletedAt })
    .from(servers)
    .where(isNotNull(servers.deletedAt))
    .limit(BATCH);
  return rows.flatMap(({ id, deletedAt }) => (deletedAt ? [{ id, deletedAt }] : []));
}

/**
 * Removes for good the deleted servers that contain nothing any more; their members, invites, groups and preferences go
 * with the rows, and their audit logs after them. One under a legal hold stays. `hasContent` is a condition on the id of a server.
 */
export async function purgeServers(db: Database, hasContent: (serverId: SQLWrapper) => SQL): Promise<void> {
  const isGone = and(isNotNull(servers.deletedAt), not(hasContent(servers.id)));
  await db
    .delete(servers)
    .where(and(isGone, notExists(db.select().from(holds).where(eq(holds.serverId, servers.id)))));
  await purgeActs(db);
}

/** Removes the bans and time-outs that have ended by themselves, which count no more since then. */
export async function purgeEnded(db: Database): Promise<void> {
  await purgeEndedBans(db);
  await purgeEndedTimeouts(db);
}
