import { AppError } from '../kernel/errors/app-error.js';
import type { Context } from '../procedures/context.js';
import type { SignedIn } from '../protocol/records/session.js';
import { usePasskey } from '../second-factors/passkey-use.js';
import type { PasskeyAssertion } from '../second-factors/schemas.js';
import { signIn } from './sign-in.js';

/**
 * Signs in with a passkey alone, which takes user verification, so that it stands for both factors. Throws
 * `WRONG_CREDENTIALS` and `ACCOUNT_DEACTIVATED`.
 */
export async function signInWithPasskey(ctx: Context, credential: PasskeyAssertion): Promise<SignedIn> {
  const passkey = await usePasskey(ctx.services, credential, { purpose: 'sign-in', sessionId: null });
  if (passkey === null) throw new AppError('WRONG_CREDENTIALS', { message: WRONG_PASSKEY });
  return signIn(ctx, passkey.userId, 'passkey');
}

const WRONG_PASSKEY = 'This passkey is not known here, or what it signed is not valid; begin again.';
