import { AppError } from '../kernel/errors/app-error.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { Context } from '../procedures/context.js';
import type { SignedIn } from '../protocol/records/session.js';
import { toMe } from '../users/record.js';
import { type LoginRow, lockLogin } from './accounts.js';
import { closeSockets, type SignInMethod } from './sessions.js';
import { openVerifiedSession } from './verified-session.js';

/**
 * Opens a session of a person who has proven who they are. `isStillRight` checks the locked account: what was proven
 * may have been changed since. Throws `WRONG_CREDENTIALS` and `ACCOUNT_DEACTIVATED`.
 */
export function signIn(
  ctx: Context,
  userId: string,
  method: SignInMethod,
  isStillRight: (locked: LoginRow) => boolean = () => true,
): Promise<SignedIn> {
  return transact(ctx, async (tx, emit, afterCommit) => {
    const me = await lockLogin(tx, userId);
    if (me === null || !isStillRight(me)) throw new AppError('WRONG_CREDENTIALS');
    const { token, expiresAt, ended } = await openVerifiedSession(ctx, tx, emit, me, method);
    afterCommit(() => closeSockets(ctx.services, ended));
    return { token, expiresAt: iso(expiresAt), user: toMe(me) };
  });
}
