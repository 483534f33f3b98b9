import { type Database, tables } from '@palaver/db';
import { lte, sql } from 'drizzle-orm';

const { reservedUsernames } = tables;

/** Removes the usernames of deleted accounts that are free again. */
export async function purgeReservedUsernames(db: Database): Promise<void> {
  await db.delete(reservedUsernames).where(lte(reservedUsernames.freeAt, sql`now()`));
}
