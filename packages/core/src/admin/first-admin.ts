import type { Queryable, Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Knowing, Using } from '../procedures/context.js';
import { setAccounts } from '../users/account-rows.js';
import { recordAct } from './access.js';
import { countActiveAdmins, lockAdminActs } from './queries.js';

/** Whether this instance has an active admin. */
export async function hasAdmin(q: Queryable): Promise<boolean> {
  return (await countActiveAdmins(q)) > 0;
}

/**
 * Makes a new account the first admin of this instance, with a line in the audit log. Of several that come with the code at
 * once one succeeds. Throws `WRONG_SETUP_CODE` when there is an admin.
 */
export async function makeFirstAdmin(
  ctx: Using<'clock'> & Knowing<'requestId'>,
  tx: Transaction,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<void> {
  await lockAdminActs(tx);
  if (await hasAdmin(tx)) throw new AppError('WRONG_SETUP_CODE');
  await setAccounts(tx, [id], { admin: true });
  const admin = { userId: id, name: username };
  const details = { by: 'setup code' };
  await recordAct({ ...ctx, admin }, tx, {
    act: 'user.promoted',
    target: { id, name: username },
    details,
  });
}
