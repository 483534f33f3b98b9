import type { Database } from '@palaver/db';
import { type Column, sql } from 'drizzle-orm';

/** Few enough that one statement ends well within its time limit and holds no lock for long. */
const BATCH = 1_000;

/**
 * Removes the rows of a column's table whose instant there is before `before`. Returns how many. It goes in small
 * transactions and takes only rows that nobody has locked, so it never makes a writer wait.
 */
export async function purgeOlder(db: Database, column: Column, before: Date): Promise<number> {
  const { table } = column;
  let purged = 0;
  for (;;) {
    const { count } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${column} < ${before.toISOString()}::timestamptz
        limit ${BATCH} for update skip locked
      ))`);
    purged += count;
    if (count < BATCH) return purged;
  }
}
