import type { Queryable } from '@palaver/db';
import { sql } from 'drizzle-orm';

/** The instant of the database, at which the transaction began: the clocks of nodes may differ. */
export async function databaseNow(q: Queryable): Promise<Date> {
  const now = sql<number>`extract(epoch from now()) * 1000`.mapWith(Number);
  const [row] = await q.select({ now }).from(sql`(values (1)) one`);
  if (!row) throw new Error('a statement over one row answers one row');
  return new Date(row.now);
}
