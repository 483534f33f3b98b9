import { sql } from 'drizzle-orm';
import type { Sql } from 'postgres';
import type { Queryable } from './client.js';

/** Any constant, the same in every process. */
const FILE_REMOVAL_LOCK = 7_252_838;

/**
 * Whether stored files may be removed now: not while a backup runs, because it may still have to copy them. True holds until
 * the transaction ends. A file that stays is removed later, with its row or by the sweep.
 *
 * A file that a row names is removed in a transaction that has asked here. One that no row names, and none will, may be
 * removed after asking: a backup that begins later does not see the row.
 */
export async function mayRemoveFiles(q: Queryable): Promise<boolean> {
  const [row] = await q.execute<{ granted: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${FILE_REMOVAL_LOCK}) as granted`,
  );
  return row?.granted === true;
}

/** In milliseconds: longer than any transaction that removes files may take. */
const PATIENCE = 30_000;

/**
 * Forbids the removal of stored files until the session of this one connection ends, however it ends. Waits for the
 * transactions that are removing some. False when another session forbids it already. Ends the session's `lock_timeout`.
 */
export async function forbidFileRemoval(session: Sql, patience = PATIENCE): Promise<boolean> {
  await session`select set_config('lock_timeout', ${String(patience)}, false)`;
  try {
    await session`select pg_advisory_lock(${FILE_REMOVAL_LOCK})`;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') return false;
    throw error;
  } finally {
    await session`select set_config('lock_timeout', '0', false)`.catch(() => undefined);
  }
}
