import type { Database } from '@palaver/db';
import { type Column, type SQL, sql } from 'drizzle-orm';

/** Few enough that one statement ends well within its time limit and holds no lock for long. */
const BATCH = 1_000;

/** What else a purge needs: a partition instead of the column's table, and one more condition on the rows. */
interface PurgeOptions {
  readonly from?: SQL;
  readonly where?: SQL;
}

/**
 * Removes the rows of a column's table whose instant there is before `before`. Returns how many. It goes in small
 * transactions and takes only rows that nobody has locked, so it never makes a writer wait.
 */
export async function purgeOlder(
  db: Database,
  column: Column,
  before: Date,
  { from, where = sql`true` }: PurgeOptions = {},
): Promise<number> {
  const table = from ?? sql`${column.table}`;
  let purged = 0;
  for (;;) {
    const { count } = await db.execute(sql`
      delete from ${table} where ${where} and ctid = any(array(
        select ctid from ${table} where ${sql.identifier(column.name)} < ${before.toISOString()}::timestamptz
        limit ${BATCH} for update skip locked
      ))`);
    purged += count;
    if (count < BATCH) return purged;
  }
}
