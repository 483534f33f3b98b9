import { type Database, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';

const { userGroups } = tables;

/** Removes the user groups of a deleted server for good, one at a time with its members: they are a small batch. */
export async function purgeUserGroups(db: Database, serverId: string): Promise<void> {
  const groups = await db
    .select({ id: userGroups.id })
    .from(userGroups)
    .where(eq(userGroups.serverId, serverId));
  for (const { id } of groups) await db.delete(userGroups).where(eq(userGroups.id, id));
}
