import { AppError } from '../kernel/errors/app-error.js';
import type { SignInOrigin } from '../kernel/services/sign-in-limits.js';
import type { Context } from '../procedures/context.js';
import type { Issue } from '../protocol/error-codes.js';
import { type FactorCounts, factorsOf } from '../second-factors/access.js';
import { countGiven, type GivenFactor } from '../second-factors/schemas.js';
import { useFactor } from '../second-factors/use-factor.js';
import { knowsNetwork } from './network-queries.js';

/**
 * Asks for the second factor of an account that has one; for the others it does nothing. Call it once the password or the
 * provider was right: its answer tells what the account has. Throws `SECOND_FACTOR_REQUIRED`, whose issues name what can be given,
 * `WRONG_SECOND_FACTOR`, and `TOO_MANY_ATTEMPTS` after many wrong ones.
 */
export async function requireSecondFactor(ctx: Context, userId: string, given: GivenFactor): Promise<void> {
  const factors = await factorsOf(ctx.services.db, userId);
  if (factors === null) return;
  if (countGiven(given) === 0) {
    throw new AppError('SECOND_FACTOR_REQUIRED', { issues: whatCanBeGiven(factors) });
  }
  const use = { purpose: 'second-factor', sessionId: null, client: ctx.request } as const;
  const isRight = await ctx.services.signInLimits.checkSecondFactor(await originOf(ctx, userId), () =>
    useFactor(ctx.services, userId, given, use),
  );
  if (!isRight) throw new AppError('WRONG_SECOND_FACTOR');
}

async function originOf({ services, request }: Context, userId: string): Promise<SignInOrigin> {
  const { network } = request;
  return network !== null && (await knowsNetwork(services.db, userId, network))
    ? { isKnown: true, userId, network }
    : { isKnown: false, name: userId, network };
}

function whatCanBeGiven({ totpSince, passkeys, recoveryCodes }: FactorCounts): Issue[] {
  return [
    ...(totpSince === null ? [] : [{ path: 'totp', message: 'give the code of your authenticator app' }]),
    ...(passkeys === 0 ? [] : [{ path: 'passkey', message: 'use one of your passkeys' }]),
    ...(recoveryCodes === 0 ? [] : [{ path: 'recoveryCode', message: 'give one of your recovery codes' }]),
  ];
}
