import { setTimeout as pause } from 'node:timers/promises';
import { type Database, databaseError, isTransient, MIGRATION_LOCK, type Transaction } from '@palaver/db';
import { type SQL, sql } from 'drizzle-orm';
import type { Partition } from './partitions.js';

const ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 200;

/** A range for a new partition, in milliseconds since 1970. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Of a range that already has rows in the default partition, and of one for which another node was first. */
const NOT_FREE = new Set(['23514', '42P07', '42P17']);

/**
 * Makes a partition. Returns false where its range is not free. A table is made and then attached, because that takes no
 * lock which a post waits for. Reads wait for the lock of the default partition, which is scanned for such rows.
 */
export async function makePartition(db: Database, { from, to }: Range): Promise<boolean> {
  const [first, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
  const name = sql.identifier(`events_from_${first.slice(0, 10).replaceAll('-', '')}`);
  try {
    await change(db, [
      sql`create table public.${name} (like public.events including constraints, primary key (stream_id, seq))`,
      sql`alter table public.events attach partition public.${name} for values from (${sql.raw(`'${first}'`)}) to (${sql.raw(`'${end}'`)})`,
    ]);
    return true;
  } catch (error) {
    if (NOT_FREE.has(databaseError(error)?.code ?? '')) return false;
    throw error;
  }
}

/** Drops a partition with its rows. Posts and reads wait for its lock, which it waits for no longer than they can. */
export function dropPartition(db: Database, { name }: Partition): Promise<void> {
  return change(db, [sql`drop table if exists ${sql.raw(name)}`]);
}

/** Runs statements in one transaction, that gives up soon and is tried again some times. Throws the last error. */
async function change(db: Database, statements: readonly SQL[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => runInTurn(tx, statements));
    } catch (error) {
      if (!isTransient(error) || attempt === ATTEMPTS) throw error;
    }
    await pause(BETWEEN_ATTEMPTS_MS);
  }
}

async function runInTurn(tx: Transaction, statements: readonly SQL[]): Promise<void> {
  // Whoever waits for a lock holds up those who come later, so the wait is short.
  await tx.execute(sql`set local lock_timeout = '100ms'`);
  await tx.execute(sql`set local statement_timeout = '1s'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  for (const statement of statements) await tx.execute(statement);
}
