import type { Database } from '@palaver/db';
import { sql } from 'drizzle-orm';
import type { Clock } from '../kernel/services/clock.js';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 1_000;

/** The tables with rows that are deleted by age, and the column that holds their time. */
const TIME_COLUMNS = {
  events: 'created_at',
  idempotency_keys: 'created_at',
  ws_tickets: 'expires_at',
} as const;

/** How many rows were deleted, by table. */
export type Purged = Record<keyof typeof TIME_COLUMNS, number>;

/**
 * Deletes events and idempotency keys older than `olderThanDays`, and tickets that have expired.
 *
 * It deletes in small transactions and skips locked rows, so that no writer waits for it. `createdAt` never runs
 * backwards within a stream, so only the beginning of a stream is deleted. `seq` has no gaps otherwise, so a reader that
 * finds one knows that events are gone, even while two nodes purge, and sends `resync`.
 */
export async function purgeEvents(
  services: { readonly db: Database; readonly clock: Clock },
  olderThanDays = 7,
): Promise<Purged> {
  const now = services.clock.now();
  const cutoff = new Date(now.getTime() - olderThanDays * DAY_MS);
  return {
    events: await purge(services.db, 'events', cutoff),
    idempotency_keys: await purge(services.db, 'idempotency_keys', cutoff),
    ws_tickets: await purge(services.db, 'ws_tickets', now),
  };
}

async function purge(db: Database, name: keyof typeof TIME_COLUMNS, before: Date): Promise<number> {
  const table = sql.identifier(name);
  const column = sql.identifier(TIME_COLUMNS[name]);
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
