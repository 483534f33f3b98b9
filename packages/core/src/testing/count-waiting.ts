import type { Queryable } from '@palaver/db';
import { sql } from 'drizzle-orm';

/** How many sessions wait for a lock in the database of a test, which no other test uses. */
export async function countWaiting(q: Queryable): Promise<number> {
  const [row] = await q.execute(sql`select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return Number(row?.waiting);
}
