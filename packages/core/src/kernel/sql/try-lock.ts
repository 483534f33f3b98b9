import type { Transaction } from '@palaver/db';
import { sql } from 'drizzle-orm';

/**
 * Takes the lock of a name until the transaction ends. Returns false at once where another transaction has it, on any
 * node. Only work that may be left to the other one should ask: there is no order in which these locks are taken.
 */
export async function tryLock(tx: Transaction, name: string): Promise<boolean> {
  const [row] = await tx.execute<{ granted: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as granted`,
  );
  return row?.granted === true;
}
