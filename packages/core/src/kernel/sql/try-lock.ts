import { statement, type Transaction } from '@palaver/db';

const take = statement<{ granted: boolean }>(
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as granted',
);

/**
 * Takes the lock of a name until the transaction ends. Returns false at once where another transaction has it, on any
 * node. Only work that may be left to the other one should ask: there is no order in which these locks are taken.
 */
export async function tryLock(tx: Transaction, name: string): Promise<boolean> {
  const [row] = await take(tx, [name]);
  return row?.granted === true;
}
