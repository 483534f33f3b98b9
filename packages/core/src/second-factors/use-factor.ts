import { PURPOSES } from '../kernel/services/secrets.js';
import type { Services } from '../procedures/services.js';
import type { Client } from '../procedures/upward-calls.js';
import { type PasskeyUse, usePasskey } from './passkey-use.js';
import { findTotp, usePeriod, useRecoveryCode } from './queries.js';
import { hashRecoveryCode } from './recovery-codes.js';
import type { GivenFactor } from './schemas.js';
import { periodOf } from './totp.js';

export type FactorServices = Pick<Services, 'db' | 'clock' | 'secrets' | 'settings' | 'log' | 'upward'>;

/** How a passkey is used, and by which client. */
export type FactorUse = PasskeyUse & { readonly client: Client };

/** Whether a factor that was given is one of the account's, and is used for the first time. It is used up then. */
export async function useFactor(
  services: FactorServices,
  userId: string,
  { totp, recoveryCode, passkey }: GivenFactor,
  use: FactorUse,
): Promise<boolean> {
  if (totp !== undefined) return useTotp(services, userId, totp);
  if (recoveryCode !== undefined) return useCode(services, userId, recoveryCode, use.client);
  if (passkey !== undefined) return (await usePasskey(services, passkey, use))?.userId === userId;
  return false;
}

/** A code that is used is told in the same transaction. */
function useCode(services: FactorServices, userId: string, code: string, client: Client): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const isUsed = await useRecoveryCode(tx, userId, hashRecoveryCode(code));
    if (isUsed)
      await services.upward.tellOfSecurity(services, tx, { userId, kind: 'recoveryCode.used', client });
    return isUsed;
  });
}

async function useTotp(
  { db, clock, secrets, log }: FactorServices,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await findTotp(db, userId);
  if (row === null || row.confirmedAt === null) return false;
  const secret = secrets.open(row.sealed, PURPOSES.authenticatorApp(userId));
  if (secret === null) {
    log.error({ userId }, 'the secret of an authenticator app was sealed under another SECRET_KEY');
    return false;
  }
  const period = periodOf(secret, code, clock.now());
  return period !== null && usePeriod(db, userId, period);
}
