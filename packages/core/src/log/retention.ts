import { type Database, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import type { Clock } from '../kernel/services/clock.js';
import { purgeOlder } from '../kernel/sql/purge-older.js';
import { dropPartition } from './change-partitions.js';
import { DAY_MS } from './make-partitions.js';
import { listPartitions, mayChangePartitions, type Partition } from './partitions.js';

/** How much was removed. */
export interface Purged {
  /** Partitions that were dropped with all their events. */
  readonly partitions: number;
  /** Events that were deleted one by one. */
  readonly events: number;
  readonly idempotencyKeys: number;
}

/**
 * Removes events and idempotency keys older than `olderThanDays`. A partition goes when all of its events are older, so
 * an event may stay for the width of one longer. `createdAt` never runs backwards within a stream, so only the beginning
 * of a stream is removed. `seq` has no gaps otherwise, so a reader that finds one knows that events are gone, even while
 * two nodes purge, and sends `resync`.
 */
export async function purgeEvents(
  services: { readonly db: Database; readonly clock: Clock },
  olderThanDays = 7,
): Promise<Purged> {
  const { db, clock } = services;
  const cutoff = new Date(clock.now().getTime() - olderThanDays * DAY_MS);
  const idempotencyKeys = await purgeOlder(db, tables.idempotencyKeys.createdAt, cutoff);
  const mayDrop = await mayChangePartitions(db);
  let [partitions, events] = [0, 0];
  for (const partition of await listPartitions(db)) {
    if (mayDrop && isOlder(partition, cutoff)) {
      await dropPartition(db, partition);
      partitions += 1;
    } else if (!mayDrop || partition.from === null) events += await purgeRows(db, partition, cutoff);
  }
  return { partitions, events, idempotencyKeys };
}

function isOlder({ to }: Partition, cutoff: Date): boolean {
  return to !== null && to <= cutoff.getTime();
}

/** The setting is what the trigger `events_purge_only` asks for. */
function purgeRows(db: Database, { name }: Partition, cutoff: Date): Promise<number> {
  return purgeOlder(db, tables.events.createdAt, cutoff, {
    from: sql.raw(name),
    where: sql`set_config('palaver.purge', 'partition', true) = 'partition'`,
  });
}
