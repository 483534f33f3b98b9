import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Emit } from '../log/transact.js';
import type { Knowing, Using } from '../procedures/context.js';
import type { LoginRow } from './queries.js';
import { type NewSession, openSession, type SignInMethod } from './sessions.js';

/**
 * Opens the session of a person who was verified by a password or a provider: every sign-in ends here. Call it under the
 * account's lock, as `openSession`. Throws `ACCOUNT_DEACTIVATED`.
 */
export async function openVerifiedSession(
  ctx: Using<'clock' | 'settings' | 'upward'> & Knowing<'userAgent' | 'network'>,
  tx: Transaction,
  emit: Emit,
  account: Pick<LoginRow, 'id' | 'deactivatedAt'>,
  method: SignInMethod,
): Promise<NewSession> {
  if (account.deactivatedAt !== null) throw new AppError('ACCOUNT_DEACTIVATED');
  return openSession(ctx.services, tx, emit, account.id, ctx.request, method);
}
