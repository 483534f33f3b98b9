import type { Queryable } from '@palaver/db';
import { lockLogin, replacePassword } from '../auth/accounts.js';
import { requireGoodPassword } from '../auth/password-rules.js';
import { closeSockets } from '../auth/sessions.js';
import { AppError } from '../kernel/errors/app-error.js';
import { transact } from '../log/transact.js';
import type { ActorContext, Context } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { setAccounts } from '../users/account-rows.js';
import { findAccount, isVerified, type MailAccount } from './accounts.js';
import { MAILS_PER_HOUR } from './compose.js';
import { countMails, enqueueMail } from './outbox.js';
import type { ResetPasswordInput } from './schemas.js';
import { COUNTED_MS, digestOf, endTokens, findToken, type LinkToken } from './tokens.js';

/** Throws `MAIL_NOT_CONFIGURED`. */
function requireMail({ settings }: Pick<Services, 'settings'>): void {
  if (settings.mailPagesUrl === null) throw new AppError('MAIL_NOT_CONFIGURED');
}

/**
 * Mails the caller a link that confirms their address. A verified one gets none. Throws `MAIL_NOT_CONFIGURED`, `NO_EMAIL` or
 * `TOO_MANY_MAILS`.
 */
export async function requestVerification(ctx: ActorContext): Promise<void> {
  requireMail(ctx.services);
  await transact(ctx, async (tx) => {
    const now = ctx.services.clock.now();
    const account = await lockLogin(tx, ctx.actor.userId);
    if (!account?.email) throw new AppError('NO_EMAIL');
    if (isVerified(account)) return;
    const since = new Date(now.getTime() - COUNTED_MS);
    const count = { userId: account.id, kind: 'verify-email', since, except: null } as const;
    if ((await countMails(tx, count)) >= MAILS_PER_HOUR) throw new AppError('TOO_MANY_MAILS');
    await enqueueMail(tx, { kind: 'verify-email', userId: account.id, address: account.email }, now);
  });
  ctx.services.outbox.wake();
}

/** Confirms the address that a link was sent to. Throws `LINK_NOT_VALID`, also when the account has another address now. */
export async function verifyEmail(ctx: Context, token: string): Promise<void> {
  await ctx.services.db.transaction(async (tx) => {
    const link = { purpose: 'verify-email', token } as const;
    const { userId } = await findToken(tx, link, ctx.services.clock.now());
    const account = await lockLogin(tx, userId);
    // Under the lock: another use of it, or a change of the address, has been committed by now.
    const { address } = await findToken(tx, link, ctx.services.clock.now());
    if (account?.email !== address) throw new AppError('LINK_NOT_VALID');
    await setAccounts(tx, [userId], { verifiedEmail: address });
    await endTokens(tx, userId, 'verify-email', ctx.services.clock.now());
  });
}

/**
 * Mails a link to a new password, if somebody has this address. That is looked up when the mail is sent, so this does
 * the same for every address and tells nothing. Throws `MAIL_NOT_CONFIGURED`, or `BUSY` when too many mails wait.
 */
export async function requestReset(ctx: Context, email: string): Promise<void> {
  requireMail(ctx.services);
  const mail = { kind: 'reset-password', userId: null, address: email } as const;
  await ctx.services.db.transaction((tx) => enqueueMail(tx, mail, ctx.services.clock.now()));
  ctx.services.outbox.wake();
}

/**
 * Sets a new password by a link. All sessions of the account end, and its second factors stay. The link works once, and no
 * longer when the password or the address has changed since. Throws `LINK_NOT_VALID`, `INVALID_INPUT` for a bad password, or
 * `BUSY` when too many passwords are being hashed.
 */
export async function resetPassword(ctx: Context, { token, newPassword }: ResetPasswordInput): Promise<void> {
  const link = { purpose: 'reset-password', token } as const;
  const { userId } = await requireLink(ctx.services.db, link);
  const names = await findAccount(ctx.services.db, userId);
  if (names === null) throw new AppError('LINK_NOT_VALID');
  requireGoodPassword('newPassword', newPassword, names);
  const passwordHash = await ctx.services.passwords.hash(newPassword, { lane: userId, isKnown: true });
  const ended = await ctx.services.db.transaction(async (tx) => {
    const account = await lockLogin(tx, userId);
    const found = await requireLink(tx, link);
    if (!account || !isOf(found, account)) throw new AppError('LINK_NOT_VALID');
    const now = ctx.services.clock.now();
    await endTokens(tx, userId, 'reset-password', now);
    // Who reads the mails of the address has shown that it is theirs.
    await setAccounts(tx, [userId], { verifiedEmail: found.address });
    await enqueueMail(tx, { kind: 'password-changed', userId, address: found.address }, now);
    return replacePassword(tx, userId, passwordHash);
  });
  closeSockets(ctx.services, ended);
  ctx.services.outbox.wake();

  function requireLink(q: Queryable, which: typeof link): Promise<LinkToken> {
    return findToken(q, which, ctx.services.clock.now());
  }
}

/** Whether the account has the address and the password that it had when the link was sent, and may be used. */
function isOf({ address, passwordDigest }: LinkToken, account: MailAccount): boolean {
  const digest = digestOf(account.passwordHash);
  const hasSamePassword = digest === null ? passwordDigest === null : passwordDigest?.equals(digest) === true;
  const hasSameAddress = account.email?.toLowerCase() === address.toLowerCase();
  return hasSamePassword && hasSameAddress && account.deactivatedAt === null;
}
