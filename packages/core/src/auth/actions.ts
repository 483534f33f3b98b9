import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { iso } from '../kernel/sql/instant.js';
import { type AfterCommit, type Emit, findReplay, transact } from '../log/transact.js';
import type { ActorContext, Context } from '../procedures/context.js';
import type { PasswordChanged, SignedIn } from '../protocol/records/session.js';
import { setAccounts } from '../users/account-rows.js';
import { TAKEN } from '../users/actions.js';
import { newAddress } from '../users/addresses.js';
import { toMe, toUser } from '../users/record.js';
import { askToConfirm, insertAccount, lockLogin } from './accounts.js';
import { forgetNetworks } from './network-queries.js';
import { requireGoodPassword } from './password-rules.js';
import type { LoginName } from './queries.js';
import * as queries from './queries.js';
import { requireRegistration } from './registration.js';
import type { ChangePasswordInput, LoginInput, RegisterInput } from './schemas.js';
import { requireSecondFactor } from './second-factor.js';
import { isOwnPassword } from './session-password.js';
import * as sessionQueries from './session-queries.js';
import { closeSockets, holdSession, rotateTokens } from './sessions.js';
import { signIn } from './sign-in.js';
import { requireStepUp } from './step-up.js';
import { openVerifiedSession } from './verified-session.js';

/**
 * Creates an account and signs it in. With an invite it joins the server; with the setup code it is the first admin. Throws
 * `USERNAME_TAKEN`, `EMAIL_TAKEN`, what `requireRegistration` throws, `INVITE_NOT_FOUND`, or `BUSY` when too many register.
 */
export async function register(ctx: Context, input: RegisterInput): Promise<SignedIn> {
  const { isFirstAdmin } = requireRegistration(ctx.services, input);
  await requireGoodPassword('password', input.password, input);
  const passwordHash = await ctx.services.passwords.hash(input.password, {
    caller: ctx.request.network ?? '',
    isKnown: false,
  });
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit, afterCommit) => {
      const { inviteCode } = input;
      // Before the account: that a name or an address is taken is told to nobody who may not register.
      if (inviteCode !== undefined) await ctx.services.upward.requireInvite(ctx.services, tx, inviteCode);
      const address = newAddress(ctx.services, input.email);
      const user = await insertAccount(ctx.services, tx, {
        ...input,
        ...address,
        passwordHash,
        admin: false,
      });
      await askToConfirm(ctx, tx, emit, user);
      const { token, expiresAt } = await openVerifiedSession(
        ctx,
        tx,
        emit,
        { ...user, deactivatedAt: null },
        'password',
      );
      if (isFirstAdmin) {
        await ctx.services.upward.makeFirstAdmin(ctx, tx, user);
        afterCommit(() => ctx.services.setupCode?.end());
      }
      afterCommit(() => ctx.services.outbox.wake());
      if (inviteCode !== undefined) {
        await ctx.services.upward.joinByInvite(ctx.services, tx, emit, { code: inviteCode, userId: user.id });
      }
      return { token, expiresAt: iso(expiresAt), user: toMe({ ...user, admin: isFirstAdmin }) };
    }),
  );
}

/**
 * Signs in. An unknown name and a wrong password take the same time and give the same `WRONG_CREDENTIALS`, and so does a
 * password that is changed meanwhile. Throws `TOO_MANY_ATTEMPTS` after many wrong ones, `BUSY` when too many are signing in,
 * and to who knows the password also `ACCOUNT_DEACTIVATED`, and what `requireSecondFactor` throws.
 */
export async function login(ctx: Context, input: LoginInput): Promise<SignedIn> {
  const name = loginName(input);
  const user = isStorable(name) ? await queries.findLogin(ctx.services.db, name, ctx.request.network) : null;
  const actor = await ctx.request.authenticate(null);
  const isRight =
    user !== null && actor?.userId === user.id
      ? await isOwnPassword(ctx.services, actor, user.passwordHash, input.password)
      : await isPasswordOf(ctx, name, user, input.password);
  if (!user || !isRight) throw new AppError('WRONG_CREDENTIALS');
  await requireSecondFactor(ctx, user.id, input);
  return signIn(ctx, user.id, 'password', ({ passwordHash }) => passwordHash === user.passwordHash);
}

/** A username has no `@`, so that the field also takes an e-mail address. */
function loginName({ username, email }: LoginInput): LoginName {
  const value = username ?? email ?? '';
  return { by: username === undefined || username.includes('@') ? 'email' : 'username', value };
}

/** Names are of printable ASCII. Any other text is the name of no account, however the database folds its case. */
function isStorable({ value }: LoginName): boolean {
  return /^[\x20-\x7e]*$/.test(value);
}

/** Checks a password under the limits of where the client is. */
function isPasswordOf(
  ctx: Context,
  name: LoginName,
  user: Awaited<ReturnType<typeof queries.findLogin>>,
  password: string,
): Promise<boolean> {
  const { passwords, signInLimits } = ctx.services;
  const { network } = ctx.request;
  const isKnown = user?.knowsNetwork ?? false;
  const origin =
    user && isKnown && network !== null
      ? { isKnown: true as const, userId: user.id, network }
      : { isKnown: false as const, name: `${name.by} ${name.value.toLowerCase()}`, network };
  const caller = origin.isKnown ? origin.userId : (network ?? origin.name);
  return signInLimits.check(origin, () =>
    passwords.verify(user?.passwordHash ?? null, password, { caller, isKnown: origin.isKnown }),
  );
}

/**
 * Sets a new password, or the first one of an account, and ends all other sessions of the account, those that are being
 * opened with the old password included. With `rotateBots`, all bots of the caller get new tokens, those included that
 * another session is making. Throws `STEP_UP_REQUIRED`, `WRONG_PASSWORD`, also when the password is changed meanwhile,
 * and `UNAUTHENTICATED` when the session of the call is ended meanwhile, as five wrong passwords do.
 */
export async function changePassword(
  ctx: ActorContext,
  input: ChangePasswordInput,
): Promise<PasswordChanged> {
  const { userId, sessionId } = ctx.actor;
  const { currentPassword, newPassword, rotateBots } = input;
  const me = await queries.findOwnLogin(ctx.services.db, userId);
  // After the hash is read: a hash that an earlier call with this key has set is then never verified.
  const replayed = await findReplay<PasswordChanged>(ctx, { secret: true });
  if (replayed) return replayed.answer;
  if (me === null) throw new AppError('UNAUTHENTICATED');
  await requireGoodPassword('newPassword', newPassword, me);
  await requireStepUp(ctx, { password: currentPassword });
  const passwordHash = await ctx.services.passwords.hash(newPassword, { caller: userId, isKnown: true });
  const change = async (tx: Transaction, _emit: Emit, afterCommit: AfterCommit): Promise<PasswordChanged> => {
    const locked = await lockLogin(tx, userId);
    if (locked?.passwordHash !== me.passwordHash) throw new AppError('WRONG_PASSWORD');
    await holdSession(ctx, tx);
    await setAccounts(tx, [userId], { passwordHash });
    await forgetNetworks(tx, userId, ctx.request.network);
    const notice = { userId, kind: 'password.changed', client: ctx.request } as const;
    await ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
    // Before the bots: this waits for the sessions that are making a bot or a token (`holdSession`).
    const ended = await sessionQueries.deleteSessions(tx, userId, sessionId);
    const rotated = rotateBots ? await rotateBotTokens(ctx, tx) : { bots: [], ended: [] };
    afterCommit(() => closeSockets(ctx.services, [...ended, ...rotated.ended]));
    return { ok: true, bots: rotated.bots };
  };
  return transact(ctx, change, { secret: true });
}

async function rotateBotTokens(ctx: ActorContext, tx: Transaction) {
  const bots = await queries.lockBotsOf(tx, ctx.actor.userId);
  const { tokens, ended } = await rotateTokens(
    ctx.services,
    tx,
    bots.map(({ id }) => id),
  );
  return { bots: bots.map((bot, n) => ({ bot: toUser(bot), token: tokens[n] ?? '' })), ended };
}
