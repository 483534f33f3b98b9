import type { Transaction } from '@palaver/db';
import {
  type AdminUserRow,
  holdAdminActs,
  lockAnyUser,
  type RecordAct,
  recordAct,
  requireAdminLeft,
  requireNoKey,
  transactAsAdmin,
} from '../admin/access.js';
import { deactivate } from '../auth/accounts.js';
import { closeSockets } from '../auth/sessions.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { userStream } from '../log/streams.js';
import { type AfterCommit, type Emit, transact } from '../log/transact.js';
import type { ActorContext, AdminContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import { accessUser, isDeletedPerson, lockAccount } from '../users/access.js';
import { removeUnusedAvatar } from '../users/avatar.js';
import { DELETED_PROFILE } from '../users/deleted-profile.js';
import { toMe } from '../users/record.js';
import { insertUnpublished } from '../users/unpublished-profiles.js';
import * as queries from './queries.js';

/** For how long nobody may take the username of a deleted account. */
const RESERVED_DAYS = 30;

/**
 * Deletes the caller's account. Throws `LAST_ADMIN` for the only admin of the service, `STEP_UP_REQUIRED`, and
 * `UNAUTHENTICATED` for whom it is deleted meanwhile.
 */
export async function deleteOwnAccount(ctx: ActorContext): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (tx, emit, afterCommit) => {
    await holdAdminActs(tx);
    const user = await lockOwn(tx, userId);
    await ctx.services.upward.holdSession(ctx, tx);
    await ctx.services.upward.requireStepUp(ctx, { tx });
    await deleteLocked(ctx.services, tx, emit, afterCommit, user);
    await queries.insertInLedger(tx, { userId, askedBy: userId, at: ctx.services.clock.now() });
    const admin = { userId, name: DELETED_PROFILE.username };
    await recordAct({ ...ctx, admin }, tx, { act: 'user.deleted', target: targetOf(user) });
  });
  ctx.services.background.wake();
}

/**
 * Deletes the account of a person. Throws `USER_NOT_FOUND`, `LAST_ADMIN`, `KEY_NOT_ALLOWED` for a key and the account of an
 * admin, or `INVALID_INPUT` for a bot, which its owner deletes.
 */
export async function deleteAnyAccount(ctx: AdminContext, userId: string): Promise<void> {
  await transactAsAdmin(ctx, (tx, record, emit, afterCommit) =>
    endAnyAccount(ctx, tx, { record, emit, afterCommit }, userId),
  );
  ctx.services.background.wake();
}

/** The same in the transaction of an act of an admin. Wake the background work after the commit. */
export async function endAnyAccount(
  ctx: AdminContext,
  tx: Transaction,
  { record, emit, afterCommit }: { record: RecordAct; emit: Emit; afterCommit: AfterCommit },
  userId: string,
): Promise<void> {
  const user = await lockAnyUser(tx, userId);
  if (user.bot) throw invalidField('userId', 'a bot is deleted by its owner');
  if (user.admin) requireNoKey(ctx);
  await deleteLocked(ctx.services, tx, emit, afterCommit, user);
  await queries.insertInLedger(tx, {
    userId: user.id,
    askedBy: ctx.admin.userId,
    at: ctx.services.clock.now(),
  });
  await record({ act: 'user.deleted', target: targetOf(user) });
}

/** What ending an account needs of the service. */
export type DeletionServices = Pick<
  Services,
  'bus' | 'clock' | 'db' | 'files' | 'upward' | 'log' | 'settings'
>;

/**
 * Deletes an account that was deleted before, of which a restored backup knows nothing. The operator has restored it, so it may be
 * that of the only admin. Wake the background work after the commit.
 */
export async function deleteAgain(
  services: DeletionServices,
  tx: Transaction,
  { emit, afterCommit }: { readonly emit: Emit; readonly afterCommit: AfterCommit },
  userId: string,
): Promise<void> {
  const isThere = (await lockAccount(tx, userId)) && !(await isDeletedPerson(tx, userId));
  if (!isThere) return;
  const user = await lockAnyUser(tx, userId);
  await deleteLocked(services, tx, emit, afterCommit, user, { mayBeLastAdmin: true });
}

/** The token may have been valid a moment ago. */
async function lockOwn(tx: Transaction, userId: string): Promise<AdminUserRow> {
  try {
    return await lockAnyUser(tx, userId);
  } catch (error) {
    if (error instanceof AppError) throw new AppError('UNAUTHENTICATED', { cause: error });
    throw error;
  }
}

/** The audit log is never changed, so it is not told the name. */
const targetOf = ({ id }: AdminUserRow) => ({ id, name: DELETED_PROFILE.username });

/**
 * Empties a locked account and ends everything by which somebody acts for it. The rest is work for `remainsOfAccounts`: wake
 * it after the commit.
 */
async function deleteLocked(
  services: DeletionServices,
  tx: Transaction,
  emit: Emit,
  afterCommit: AfterCommit,
  user: AdminUserRow,
  { mayBeLastAdmin = false } = {},
): Promise<void> {
  const { id } = user;
  const before = await accessUser({ db: tx }, id);
  const ended = await deactivate(services, tx, user);
  await queries.endAccess(tx, id, user.email);
  await queries.reserveUsername(tx, user.username, RESERVED_DAYS);
  const deletedAt = services.clock.now();
  await queries.emptyAccount(tx, id, deletedAt);
  if (!mayBeLastAdmin) await requireAdminLeft(tx, user, { admin: false, deactivated: true });
  await queries.insertDeletion(tx, id);
  await insertUnpublished(tx, id, await services.upward.dmPartnersOf(tx, id));
  // Posts that were decided by the old profile are decided again (`messages/post-write.ts`).
  const nothing = { email: null, externalId: null, timezone: null, blockedUserIds: [], admin: false };
  const data = toMe({ ...before, ...DELETED_PROFILE, ...nothing, deletedAt });
  await emit(userStream(id), { type: 'me.updated', data });
  afterCommit(() => closeSockets(services, ended));
  const { avatarPath } = before;
  if (avatarPath !== null) afterCommit(() => removeUnusedAvatar(services, id, avatarPath));
}
