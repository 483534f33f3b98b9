import type { Transaction } from '@palaver/db';
import type { Services } from '../procedures/services.js';
import { deleteExpiredChallenges, deletePasskeys } from './passkey-queries.js';
import { deleteRecoveryCodes, deleteTotp } from './queries.js';
import { purgeUnconfirmedTotp } from './totp-actions.js';

/** Removes all second factors of a locked account, for a person who has lost them. Returns what there was. */
export async function resetSecondFactors(
  tx: Transaction,
  userId: string,
): Promise<{ readonly totp: boolean; readonly passkeys: number }> {
  await deleteRecoveryCodes(tx, userId);
  return { totp: await deleteTotp(tx, userId), passkeys: await deletePasskeys(tx, userId) };
}

/** Deletes what was begun and never ended: challenges, and authenticator apps that were not confirmed. */
export async function purgeSecondFactors(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteExpiredChallenges(services.db, services.clock.now());
  await purgeUnconfirmedTotp(services);
}
