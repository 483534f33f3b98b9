import type { Services } from '../procedures/services.js';
import { type PasskeyUse, usePasskey } from './passkey-use.js';
import { findTotp, usePeriod, useRecoveryCode } from './queries.js';
import { hashRecoveryCode } from './recovery-codes.js';
import type { GivenFactor } from './schemas.js';
import { totpPurpose } from './sealed.js';
import { periodOf } from './totp.js';

export type FactorServices = Pick<Services, 'db' | 'clock' | 'secrets' | 'settings' | 'log'>;

/** Whether a factor that was given is one of the account's, and is used for the first time. It is used up then. */
export async function useFactor(
  services: FactorServices,
  userId: string,
  { totp, recoveryCode, passkey }: GivenFactor,
  use: PasskeyUse,
): Promise<boolean> {
  if (totp !== undefined) return useTotp(services, userId, totp);
  if (recoveryCode !== undefined) return useRecoveryCode(services.db, userId, hashRecoveryCode(recoveryCode));
  if (passkey !== undefined) return (await usePasskey(services, passkey, use))?.userId === userId;
  return false;
}

async function useTotp(
  { db, clock, secrets, log }: FactorServices,
  userId: string,
  code: string,
): Promise<boolean> {
  const row = await findTotp(db, userId);
  if (row === null || row.confirmedAt === null) return false;
  const secret = secrets.open(row.sealed, totpPurpose(userId));
  if (secret === null) {
    log.error({ userId }, 'the secret of an authenticator app was sealed under another SECRET_KEY');
    return false;
  }
  const period = periodOf(secret, code, clock.now());
  return period !== null && usePeriod(db, userId, period);
}
