import type { Database } from '@palaver/db';
import { sql } from 'drizzle-orm';
import type { Clock } from '../kernel/services/clock.js';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 1_000;

/** Tables whose rows lose their use with age, and the column that tells it. */
const AGEING = { events: 'created_at', idempotency_keys: 'created_at', ws_tickets: 'expires_at' } as const;

/** How many rows went. */
export type Purged = Record<keyof typeof AGEING, number>;

/**
 * Removes events and idempotency keys older than `olderThanDays`, and tickets that have expired.
 *
 * It goes in small transactions and takes only rows that nobody holds, so it never makes a writer wait. `createdAt`
 * never runs backwards within a stream, so what goes is always the beginning of one; and readers, who know that `seq`
 * is dense, notice even while two nodes are purging: where they find a hole, they say `resync`.
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

async function purge(db: Database, name: keyof typeof AGEING, before: Date): Promise<number> {
  const table = sql.identifier(name);
  const column = sql.identifier(AGEING[name]);
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
