import type { Transaction } from '@palaver/db';
import { lockLogin } from '../auth/accounts.js';
import type { Emit } from '../log/transact.js';
import { tellOfSecurity } from '../mail/security-notice.js';
import type { Services } from '../procedures/services.js';
import type { ProvenAddress } from '../procedures/upward-calls.js';
import { setAccounts } from '../users/account-rows.js';
import { claimAddress } from '../users/addresses.js';
import { updateProfile } from '../users/profile.js';
import { endOtherAccessOf } from './other-access.js';

/**
 * Gives an account to who has proven its address from outside, by a reset or a provider, where it had not proven it: somebody else
 * may have made it, to come in beside its person later. So all that leads into it ends. Returns the sessions that have ended; null,
 * and nothing is done, where another account has proven the address. Call it under the account's lock.
 */
export async function takeOver(
  services: Pick<Services, 'settings' | 'clock' | 'upward'>,
  tx: Transaction,
  emit: Emit,
  { userId, address, client }: ProvenAddress,
): Promise<readonly string[] | null> {
  const account = await lockLogin(tx, userId);
  if (account === null || !(await claimAddress(services, tx, emit, { address, userId }))) return null;
  const ended = await endOtherAccessOf({ services, request: client }, tx, account, null);
  await setAccounts(tx, [userId], { passwordHash: null, verifiedEmail: address });
  await updateProfile(services, tx, emit, account, { email: address, pendingEmail: null });
  await tellOfSecurity(services, tx, { userId, kind: 'account.takenOver', client });
  return ended;
}
