import { type Database, tables } from '@palaver/db';
import type { Clock } from '../kernel/services/clock.js';
import { purgeOlder } from '../kernel/sql/purge-older.js';

const DAY_MS = 24 * 3600 * 1000;

/** How many rows were deleted. */
export interface Purged {
  readonly events: number;
  readonly idempotencyKeys: number;
}

/**
 * Deletes events and idempotency keys older than `olderThanDays`. `createdAt` never runs backwards within a stream, so
 * only the beginning of a stream is deleted. `seq` has no gaps otherwise, so a reader that finds one knows that events
 * are gone, even while two nodes purge, and sends `resync`.
 */
export async function purgeEvents(
  services: { readonly db: Database; readonly clock: Clock },
  olderThanDays = 7,
): Promise<Purged> {
  const { db, clock } = services;
  const cutoff = new Date(clock.now().getTime() - olderThanDays * DAY_MS);
  return {
    events: await purgeOlder(db, tables.events.createdAt, cutoff),
    idempotencyKeys: await purgeOlder(db, tables.idempotencyKeys.createdAt, cutoff),
  };
}
