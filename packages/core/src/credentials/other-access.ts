import type { Queryable, Transaction } from '@palaver/db';
import { countKeysOf, endKeysOf } from '../admin/keys.js';
import { endSessionsOf, lockLogin } from '../auth/accounts.js';
import { countBotTokensOf, deleteBotTokensOf } from '../auth/bot-tokens.js';
import { closeSockets } from '../auth/sessions.js';
import { endIdentities, providersOf } from '../identities/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { transact } from '../log/transact.js';
import { tellOfSecurity } from '../mail/security-notice.js';
import { endAllTokens } from '../mail/tokens.js';
import type { ActorContext, Knowing, Using } from '../procedures/context.js';
import type { OtherAccess } from '../protocol/records/session.js';
import { factorsOf } from '../second-factors/access.js';
import { resetSecondFactors } from '../second-factors/reset.js';

/** What leads into an account, or acts for it, beside its password. */
export async function otherAccess(q: Queryable, userId: string): Promise<OtherAccess> {
  const factors = await factorsOf(q, userId);
  return {
    providers: await providersOf(q, userId),
    totp: factors !== null && factors.totpSince !== null,
    passkeys: factors?.passkeys ?? 0,
    botTokens: await countBotTokensOf(q, userId),
    apiKeys: await countKeysOf(q, userId),
  };
}

type EndingContext = Using<'clock'> & Knowing<'requestId'>;

/**
 * Ends whatever leads into a locked account but its password, and its sessions but `keep`. Returns the sessions whose sockets
 * are to be closed after the commit. `FATES` says the same as a table.
 */
export async function endOtherAccessOf(
  ctx: EndingContext,
  tx: Transaction,
  account: { readonly id: string; readonly username: string },
  keep: string | null,
): Promise<string[]> {
  const { id } = account;
  // First: this waits for the sessions that are making a bot, a token or a key (`holdSession`).
  const sessions = await endSessionsOf(tx, id, keep);
  await resetSecondFactors(tx, id);
  await endIdentities(tx, id);
  await endAllTokens(tx, id, ctx.services.clock.now());
  const bots = await deleteBotTokensOf(tx, id);
  const keys = await endKeysOf(ctx, tx, account);
  return [...sessions, ...bots, ...keys];
}

/**
 * Ends all other access to the caller's account: its other sessions, second factors, providers, tokens of its bots and API keys
 * that it has made. Throws `LAST_SIGN_IN` without a password, `STEP_UP_REQUIRED`, and `UNAUTHENTICATED` when the session has ended.
 */
export async function endOtherAccess(ctx: ActorContext): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  await transact(ctx, async (tx, _emit, afterCommit) => {
    const account = await lockLogin(tx, userId);
    if (account === null) throw new AppError('UNAUTHENTICATED');
    if (account.passwordHash === null) throw new AppError('LAST_SIGN_IN');
    await ctx.services.upward.holdSession(ctx, tx);
    await ctx.services.upward.requireStepUp(ctx, { tx });
    const ended = await endOtherAccessOf(ctx, tx, account, sessionId);
    await tellOfSecurity(ctx.services, tx, { userId, kind: 'access.ended', client: ctx.request });
    afterCommit(() => closeSockets(ctx.services, ended));
  });
}
