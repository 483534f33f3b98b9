import type { Queryable } from '@palaver/db';
import { lockLogin, replacePassword } from '../auth/accounts.js';
import { requireGoodPassword } from '../auth/password-rules.js';
import { closeSockets } from '../auth/sessions.js';
import { AppError } from '../kernel/errors/app-error.js';
import { transact } from '../log/transact.js';
import type { ActorContext, Context } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { PasswordReset } from '../protocol/records/session.js';
import { setAccounts } from '../users/account-rows.js';
import { claimAddress } from '../users/addresses.js';
import { updateProfile } from '../users/profile.js';
import { addressToConfirm, findAccount, isAddressOf, isVerified, type MailAccount } from './accounts.js';
import { MAILS_PER_HOUR } from './compose.js';
import { countMails, enqueueMail } from './outbox.js';
import type { ResetPasswordInput } from './schemas.js';
import { tellOfSecurity } from './security-notice.js';
import { COUNTED_MS, digestOf, endTokens, findToken, type LinkToken, PASSWORD_LINKS } from './tokens.js';

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
    if (!account || (account.email ?? account.pendingEmail) === null) throw new AppError('NO_EMAIL');
    const address = addressToConfirm(account);
    if (address === null) return;
    const since = new Date(now.getTime() - COUNTED_MS);
    const count = { address, kind: 'verify-email', since, except: null } as const;
    if ((await countMails(tx, count)) >= MAILS_PER_HOUR) throw new AppError('TOO_MANY_MAILS');
    await enqueueMail(tx, { kind: 'verify-email', userId: account.id, address }, now);
  });
  ctx.services.outbox.wake();
}

/**
 * Confirms the address that a link was sent to, in a session of its account: then the person of the account and the reader of
 * the mail are one. It counts from then on, and no account that has not proven it has it any more. Throws `LINK_NOT_VALID`,
 * also when the account has another address now, `LINK_OF_ANOTHER_ACCOUNT`, and `EMAIL_TAKEN` where another account has proven it.
 */
export async function verifyEmail(ctx: ActorContext, token: string): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const link = { purposes: ['verify-email'], token } as const;
    const now = ctx.services.clock.now();
    const account = await lockLogin(tx, ctx.actor.userId);
    await ctx.services.upward.holdSession(ctx, tx);
    // Under the lock: another use of it, or a change of the address, has been committed by now.
    const { userId, address } = await findToken(tx, link, now);
    if (userId !== ctx.actor.userId) throw new AppError('LINK_OF_ANOTHER_ACCOUNT');
    if (!account || address === null || addressToConfirm(account) !== address)
      throw new AppError('LINK_NOT_VALID');
    if (!(await claimAddress(ctx.services, tx, emit, { address, userId }))) throw new AppError('EMAIL_TAKEN');
    await setAccounts(tx, [userId], { verifiedEmail: address });
    await endTokens(tx, [userId], 'verify-email', now);
    if (account.email !== address) {
      const notice = { userId, kind: 'email.changed', client: ctx.request, about: address } as const;
      await tellOfSecurity(ctx.services, tx, { ...notice, address: account.email });
    }
    await updateProfile(ctx.services, tx, emit, account, { email: address, pendingEmail: null });
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
 * Sets a new password by a link, whose reader has proven the address. Where the account had not proven it, whatever led into it
 * before ends, as somebody else may have made it; else all sessions end, and the answer lists what stays. A link that an admin has
 * handed on proves no address. The link works once, and no longer when the password or the address has changed since. Throws
 * `LINK_NOT_VALID`, `INVALID_INPUT` for a bad password, or `BUSY` when too many passwords are being hashed.
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: ResetPasswordInput,
): Promise<PasswordReset> {
  const link = { purposes: PASSWORD_LINKS, token };
  const { userId } = await requireLink(ctx.services.db, link);
  const names = await findAccount(ctx.services.db, userId);
  if (names === null) throw new AppError('LINK_NOT_VALID');
  await requireGoodPassword('newPassword', newPassword, names);
  const passwordHash = await ctx.services.passwords.hash(newPassword, { caller: userId, isKnown: true });
  const reset = await transact({ ...ctx, idempotency: null }, async (tx, emit, afterCommit) => {
    const account = await lockLogin(tx, userId);
    const { address, passwordDigest } = await requireLink(tx, link);
    const isSame =
      account && (address === null || isAddressOf(account, address)) && hasPassword(account, passwordDigest);
    if (!isSame || account.deactivatedAt !== null) throw new AppError('LINK_NOT_VALID');
    for (const purpose of PASSWORD_LINKS) await endTokens(tx, [userId], purpose, ctx.services.clock.now());
    const client = ctx.request;
    const isProven =
      address === null || (isVerified(account) && account.email?.toLowerCase() === address.toLowerCase());
    if (isProven) {
      await tellOfSecurity(ctx.services, tx, { userId, kind: 'password.reset', client });
    } else {
      const ended = await ctx.services.upward.takeOver(ctx.services, tx, emit, { userId, address, client });
      if (ended === null) throw new AppError('LINK_NOT_VALID');
      afterCommit(() => closeSockets(ctx.services, ended));
    }
    const ended = await replacePassword(tx, userId, passwordHash);
    afterCommit(() => closeSockets(ctx.services, ended));
    return {
      ok: true as const,
      takenOver: !isProven,
      remaining: await ctx.services.upward.otherAccess(tx, userId),
    };
  });
  ctx.services.outbox.wake();
  return reset;

  function requireLink(q: Queryable, which: typeof link): Promise<LinkToken> {
    return findToken(q, which, ctx.services.clock.now());
  }
}

/** Whether an account has the password that it had when a link was sent. */
function hasPassword({ passwordHash }: MailAccount, then: Buffer | null): boolean {
  const digest = digestOf(passwordHash);
  return digest === null ? then === null : then?.equals(digest) === true;
}
