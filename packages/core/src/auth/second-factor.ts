import { AppError } from '../kernel/errors/app-error.js';
import type { SignInOrigin } from '../kernel/services/sign-in-limits.js';
import type { Context } from '../procedures/context.js';
import type { Issue } from '../protocol/error-codes.js';
import { type FactorCounts, factorsOf } from '../second-factors/access.js';
import { countGiven, type GivenFactor } from '../second-factors/schemas.js';
import { useFactor } from '../second-factors/use-factor.js';

/** Who signs in, once their password or their provider has been checked. */
export interface SigningIn {
  readonly userId: string;
  /** Whether the account has signed in from the client's network before. */
  readonly knowsNetwork: boolean;
}

/**
 * Asks for the second factor of an account that has one; for the others it does nothing. Call it once the first factor was
 * right: its answer tells what the account has. Throws `SECOND_FACTOR_REQUIRED`, whose issues name what can be given,
 * `WRONG_SECOND_FACTOR`, and `TOO_MANY_ATTEMPTS` after many wrong ones.
 */
export async function requireSecondFactor(
  ctx: Context,
  { userId, knowsNetwork }: SigningIn,
  given: GivenFactor,
): Promise<void> {
  const factors = await factorsOf(ctx.db, userId);
  if (factors === null) return;
  if (countGiven(given) === 0) {
    throw new AppError('SECOND_FACTOR_REQUIRED', { issues: whatCanBeGiven(factors) });
  }
  const { network, signInLimits } = ctx;
  const origin: SignInOrigin =
    knowsNetwork && network !== null
      ? { isKnown: true, userId, network }
      : { isKnown: false, name: userId, network };
  const use = { purpose: 'second-factor', sessionId: null } as const;
  const isRight = await signInLimits.checkSecondFactor(origin, () => useFactor(ctx, userId, given, use));
  if (!isRight) throw new AppError('WRONG_SECOND_FACTOR');
}

function whatCanBeGiven({ totpSince, passkeys, recoveryCodes }: FactorCounts): Issue[] {
  return [
    ...(totpSince === null ? [] : [{ path: 'totp', message: 'give the code of your authenticator app' }]),
    ...(passkeys === 0 ? [] : [{ path: 'passkey', message: 'use one of your passkeys' }]),
    ...(recoveryCodes === 0 ? [] : [{ path: 'recoveryCode', message: 'give one of your recovery codes' }]),
  ];
}
