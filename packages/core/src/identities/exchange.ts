import { hash, timingSafeEqual } from 'node:crypto';
import { lockLogin } from '../auth/accounts.js';
import { requireSecondFactor } from '../auth/second-factor.js';
import { closeSockets } from '../auth/sessions.js';
import { hashToken } from '../auth/tokens.js';
import { openVerifiedSession } from '../auth/verified-session.js';
import { AppError } from '../kernel/errors/app-error.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { Context } from '../procedures/context.js';
import type { SignedIn } from '../protocol/records/session.js';
import { toMe } from '../users/record.js';
import type { ExchangeInput } from './schemas.js';
import { type CodeRow, countTry, deleteCode } from './sign-in-queries.js';

/** A code may be tried again, because a session may take more than the code; not so often that anything can be guessed. */
const TRIES_MAX = 5;

/**
 * Opens the session of a code, which works once. Throws `EXCHANGE_CODE_INVALID`, also where the verifier is not that of the
 * client that began, what `requireSecondFactor` throws, and `ACCOUNT_DEACTIVATED`.
 */
export function exchange(
  ctx: Context,
  { code, codeVerifier, secondFactor }: ExchangeInput,
): Promise<SignedIn> {
  return exchangeCounted(ctx, code, async (found) => {
    if (!provesChallenge(found, codeVerifier)) throw new AppError('EXCHANGE_CODE_INVALID');
    await requireSecondFactor(ctx, found.userId, secondFactor ?? {});
  });
}

/** The same for a code that never left the service. An account with a second factor cannot give it here. */
export function exchangeCode(ctx: Context, code: string): Promise<SignedIn> {
  return exchangeCounted(ctx, code, ({ userId }) => requireSecondFactor(ctx, userId, {}));
}

async function exchangeCounted(
  ctx: Context,
  code: string,
  requireProofs: (found: CodeRow) => Promise<void>,
): Promise<SignedIn> {
  const codeHash = hashToken(code);
  const found = await countTry(ctx.services.db, codeHash, { max: TRIES_MAX, now: ctx.services.clock.now() });
  if (found === null) throw new AppError('EXCHANGE_CODE_INVALID');
  await requireProofs(found);
  return transact(ctx, async (tx, emit, afterCommit) => {
    const account = await lockLogin(tx, found.userId);
    if (!(await deleteCode(tx, codeHash))) throw new AppError('EXCHANGE_CODE_INVALID');
    if (account === null) throw new AppError('ACCOUNT_DEACTIVATED');
    const method = `provider:${found.provider}` as const;
    const { token, expiresAt, ended } = await openVerifiedSession(ctx, tx, emit, account, method);
    afterCommit(() => closeSockets(ctx.services, ended));
    return { token, expiresAt: iso(expiresAt), user: toMe(account) };
  });
}

/** A code without a challenge never leaves the service. */
function provesChallenge({ codeChallenge }: CodeRow, verifier: string | undefined): boolean {
  if (codeChallenge === null || verifier === undefined) return false;
  const given = hash('sha256', verifier, 'base64url');
  return timingSafeEqual(Buffer.from(given), Buffer.from(codeChallenge));
}
