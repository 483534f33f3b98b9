import { randomBytes } from 'node:crypto';
import {
  deactivate,
  endMintedSessions,
  insertAccount,
  reactivate,
  replacePassword,
} from '../auth/accounts.js';
import { requireGoodPassword } from '../auth/password-rules.js';
import { closeSockets } from '../auth/sessions.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { userStream } from '../log/streams.js';
import { findReplay } from '../log/transact.js';
import type { AdminContext } from '../procedures/context.js';
import type { AdminPasswordReset, AdminUser, AdminUserCreated } from '../protocol/records/admin.js';
import { resetSecondFactors } from '../second-factors/reset.js';
import { accessUser, isDeletedPerson } from '../users/access.js';
import { setAccounts } from '../users/account-rows.js';
import { TAKEN } from '../users/actions.js';
import { DELETED_PROFILE } from '../users/deleted-profile.js';
import { toMe } from '../users/record.js';
import { lockAnyUser, requireAdminLeft, requireNoKey, targetOf, transactAsAdmin } from './access.js';
import * as queries from './queries.js';
import { toAdminUser } from './record.js';
import type { CreateUserInput, ListUsersInput, ResetPasswordInput, UpdateUserInput } from './schemas.js';

/** Bytes of a password that is made: 24 letters and digits, which nobody guesses. */
const MADE_PASSWORD_BYTES = 18;

/** The accounts of this instance, newest first. */
export async function listUsers(ctx: AdminContext, input: ListUsersInput): Promise<AdminUser[]> {
  return (await queries.listUsers(ctx.services.db, input)).map(toAdminUser);
}

/** Throws `USER_NOT_FOUND`. */
export async function getUser(ctx: AdminContext, userId: string): Promise<AdminUser> {
  const user = await queries.findUser(ctx.services.db, requireUuid(userId, 'USER_NOT_FOUND'));
  if (!user) throw new AppError('USER_NOT_FOUND');
  return toAdminUser(user);
}

/** Makes an account, also where nobody may register. Throws `USERNAME_TAKEN` or `EMAIL_TAKEN`. */
export async function createUser(ctx: AdminContext, input: CreateUserInput): Promise<AdminUserCreated> {
  const { username, displayName, email, admin } = input;
  if (admin) requireNoKey(ctx);
  const replayed = await findReplay<AdminUserCreated>(ctx, { secret: true });
  if (replayed) return asStillThere(ctx, replayed.answer);
  const { password, made, passwordHash } = await passwordFor(ctx, 'password', input.password, input);
  return uniqueOr(TAKEN, () =>
    transactAsAdmin(
      ctx,
      async (tx, record) => {
        const account = { username, displayName, email, passwordHash, admin };
        const { id } = await insertAccount(ctx.services, tx, account);
        await record({ act: 'user.created', target: { id, name: username }, details: { admin } });
        return { user: toAdminUser(await lockAnyUser(tx, id)), password: made ? password : null };
      },
      { secret: true },
    ),
  );
}

/** The answer to a retry, which is sealed and so keeps what it had, where the account was deleted since. */
async function asStillThere(ctx: AdminContext, answer: AdminUserCreated): Promise<AdminUserCreated> {
  if (!(await isDeletedPerson(ctx.services.db, answer.user.id))) return answer;
  const { username, displayName } = DELETED_PROFILE;
  const nothing = { email: null, externalId: null, metadata: null, lastUsedAt: null };
  return { user: { ...answer.user, username, displayName, ...nothing }, password: null };
}

/**
 * Sets a new password of a person, who is signed out everywhere. Throws `USER_NOT_FOUND`, or `INVALID_INPUT` for a bot,
 * which has none.
 */
export async function resetPassword(
  ctx: AdminContext,
  input: ResetPasswordInput,
): Promise<AdminPasswordReset> {
  const replayed = await findReplay<AdminPasswordReset>(ctx, { secret: true });
  if (replayed) return replayed.answer;
  const user = await getUser(ctx, input.userId);
  if (user.bot) throw invalidField('userId', 'a bot has a token and no password');
  const { password, made, passwordHash } = await passwordFor(ctx, 'newPassword', input.newPassword, user);
  return transactAsAdmin(
    ctx,
    async (tx, record, _emit, afterCommit) => {
      const locked = await lockAnyUser(tx, user.id);
      const ended = await replacePassword(tx, locked.id, passwordHash);
      const notice = { userId: locked.id, kind: 'password.setByAdmin', client: null } as const;
      await ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
      await record({
        act: 'user.passwordReset',
        target: targetOf(locked),
        details: { sessionsEnded: ended.length },
      });
      afterCommit(() => closeSockets(ctx.services, ended));
      return { ok: true as const, password: made ? password : null };
    },
    { secret: true },
  );
}

/** Removes all second factors of a person who has lost them. Throws `USER_NOT_FOUND`, or `INVALID_INPUT` for a bot. */
export async function resetSecondFactor(ctx: AdminContext, userId: string): Promise<void> {
  await transactAsAdmin(ctx, async (tx, record) => {
    const user = await lockAnyUser(tx, userId);
    if (user.bot) throw invalidField('userId', 'a bot has no second factor');
    const details = await resetSecondFactors(tx, user.id);
    const notice = { userId: user.id, kind: 'factors.removedByAdmin', client: null } as const;
    await ctx.services.upward.tellOfSecurity(ctx.services, tx, notice);
    await record({ act: 'user.secondFactorReset', target: targetOf(user), details });
  });
}

/**
 * Makes a person an admin of this instance or takes that back, and deactivates an account or takes that back. What is so
 * already stays so. Throws `USER_NOT_FOUND`, `LAST_ADMIN`, or `INVALID_INPUT` for a bot that would be an admin.
 */
export async function updateUser(ctx: AdminContext, input: UpdateUserInput): Promise<AdminUser> {
  if (input.admin !== undefined) requireNoKey(ctx);
  return transactAsAdmin(ctx, async (tx, record, emit, afterCommit) => {
    const user = await lockAnyUser(tx, input.userId);
    const target = targetOf(user);
    const { admin = user.admin, deactivated = user.deactivatedAt !== null } = input;
    if (admin && user.bot) throw invalidField('admin', 'a bot is no admin');
    if (admin !== user.admin) {
      await setAccounts(tx, [user.id], { admin });
      const ended = admin ? await endMintedSessions(tx, user.id) : [];
      afterCommit(() => closeSockets(ctx.services, ended));
      await record({ act: admin ? 'user.promoted' : 'user.demoted', target });
      const data = toMe(await accessUser({ db: tx }, user.id));
      await emit(userStream(user.id), { type: 'me.updated', data });
    }
    if (deactivated && user.deactivatedAt === null) {
      const ended = await deactivate(ctx.services, tx, user);
      for (const serverId of await ctx.services.upward.serversOf(tx, user.id))
        await ctx.services.upward.tellOfSecrets(ctx.services, tx, { serverId, userId: user.id });
      await record({ act: 'user.deactivated', target, details: { sessionsEnded: ended.length } });
      afterCommit(() => closeSockets(ctx.services, ended));
    }
    if (!deactivated && user.deactivatedAt !== null) {
      await reactivate(tx, user.id, user.deactivatedAt);
      await record({ act: 'user.reactivated', target });
    }
    await requireAdminLeft(tx, user, { admin, deactivated });
    return toAdminUser(await lockAnyUser(tx, user.id));
  });
}

/** The given password, or one that is made. It hashes, so call it outside the transaction. */
async function passwordFor(
  ctx: AdminContext,
  field: string,
  given: string | undefined,
  names: { readonly username: string; readonly email?: string | null | undefined },
) {
  const password = given ?? randomBytes(MADE_PASSWORD_BYTES).toString('base64url');
  await requireGoodPassword(field, password, names);
  const caller = ctx.admin.userId ?? 'operator';
  const passwordHash = await ctx.services.passwords.hash(password, { caller, isKnown: true });
  return { password, made: given === undefined, passwordHash };
}
