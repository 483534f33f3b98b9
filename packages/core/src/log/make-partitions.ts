import type { Database } from '@palaver/db';
import type { Clock } from '../kernel/services/clock.js';
import { makePartition, type Range } from './change-partitions.js';
import { listPartitions, mayChangePartitions, type Partition } from './partitions.js';

export const DAY_MS = 24 * 3600 * 1000;

/**
 * So far ahead there are partitions: a node may be down, or a reader hold the lock, for so long before rows go to the
 * default one.
 */
const AHEAD_MS = 3 * DAY_MS;

/** A page of the log is merged from all partitions, so a long retention has wider ones instead of more. */
const PARTITIONS = 24;

/** How wide a partition is: a day, or as many days as keep their number below 30. */
export function partitionWidth(retentionDays: number): number {
  return Math.ceil(retentionDays / PARTITIONS) * DAY_MS;
}

/**
 * Makes the partitions of today and the days ahead that are missing, in UTC. A day of which the default partition has
 * rows already stays there.
 */
export async function makePartitions(
  services: { readonly db: Database; readonly clock: Clock },
  retentionDays: number,
): Promise<void> {
  const { db, clock } = services;
  if (!(await mayChangePartitions(db))) return;
  const now = clock.now().getTime();
  const end = now + AHEAD_MS;
  let at = now - (now % DAY_MS);
  for (;;) {
    const range = firstFree(await listPartitions(db), at, partitionWidth(retentionDays));
    if (range.from >= end) return;
    at = (await makePartition(db, range)) ? range.to : range.from + DAY_MS;
  }
}

/**
 * The first range at or after `at` that no partition has. It ends at a multiple of the width, or where another one
 * begins.
 */
export function firstFree(partitions: readonly Partition[], at: number, width: number): Range {
  let from = at;
  for (const partition of partitions) {
    if (partition.to === null || partition.to <= from) continue;
    if (partition.from === null || partition.from <= from) from = partition.to;
    else return { from, to: Math.min(boundaryAfter(from, width), partition.from) };
  }
  return { from, to: boundaryAfter(from, width) };
}

const boundaryAfter = (instant: number, width: number) => (Math.floor(instant / width) + 1) * width;
