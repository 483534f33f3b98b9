import { newId, type Queryable, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type AfterCommit, type Emit, transact } from '../log/transact.js';
import type { AdminContext, Knowing, Using } from '../procedures/context.js';
import type { AdminActName } from '../protocol/records/admin.js';
import { lockAccount } from '../users/access.js';
import { holdKey } from './key-queries.js';
import {
  type AdminUserRow,
  countActiveAdmins,
  findAdminName,
  findUser,
  insertAct,
  lockAdminActs,
} from './queries.js';

export type { AdminUserRow };

/** The username of an active admin of this instance; null for everybody else. */
export function instanceAdminName(q: Queryable, userId: string): Promise<string | null> {
  return findAdminName(q, userId);
}

/** What was done to what, for the audit log. */
export interface Act {
  readonly act: AdminActName;
  readonly target: { readonly id: string; readonly name: string };
  /** Further facts; never a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Who does an act, and the request or the work that it belongs to. */
type ActContext = Pick<AdminContext, 'admin'> & Using<'clock'> & Knowing<'requestId'>;

export type RecordAct = (act: Act) => Promise<void>;

/**
 * Runs an act of an admin as one transaction with its lines in the audit log. Acts run one after the other, and only for who
 * still is an admin then. `secret` is for an answer with a password. Throws `INSTANCE_ADMIN_REQUIRED`.
 */
export function transactAsAdmin<Answer>(
  ctx: AdminContext,
  work: (tx: Transaction, record: RecordAct, emit: Emit, afterCommit: AfterCommit) => Promise<Answer>,
  options: { readonly secret?: boolean } = {},
): Promise<Answer> {
  return transact(
    ctx,
    async (tx, emit, afterCommit) => {
      await lockAdminActs(tx);
      const { userId, key } = ctx.admin;
      if (key && !(await holdKey(tx, key.id, ctx.services.clock.now())))
        throw new AppError('UNAUTHENTICATED');
      if (userId !== null && (await findAdminName(tx, userId)) === null) {
        throw new AppError('INSTANCE_ADMIN_REQUIRED');
      }
      return work(tx, (act) => recordAct(ctx, tx, act), emit, afterCommit);
    },
    options,
  );
}

/** For what makes an admin or takes an admin's account: a key could then do what no key may. Throws `KEY_NOT_ALLOWED`. */
export function requireNoKey({ admin }: AdminContext): void {
  if (admin.key !== undefined) throw new AppError('KEY_NOT_ALLOWED');
}

/** Requires of a person that they are there (`requireStepUp`). Call it in the transaction, after all other refusals. */
export async function requireAdminThere(ctx: AdminContext, tx: Transaction): Promise<void> {
  const { actor } = ctx;
  if (actor !== undefined) await ctx.services.upward.requireStepUp({ ...ctx, actor }, { tx });
}

/** Adds a line to the audit log, in the transaction of the act. */
export async function recordAct(
  { services, request, admin }: ActContext,
  tx: Transaction,
  { act, target, details = {} }: Act,
): Promise<void> {
  await insertAct(tx, {
    id: newId(),
    createdAt: services.clock.now(),
    actorId: admin.userId,
    actorName: admin.name,
    act,
    targetId: target.id,
    targetName: target.name,
    details,
    requestId: request.requestId,
  });
}

/** Acts of admins, and what may take one away, run one after the other. */
export const holdAdminActs = lockAdminActs;

/** Locks an account for an act on it. Throws `USER_NOT_FOUND`. */
export async function lockAnyUser(tx: Transaction, userId: string): Promise<AdminUserRow> {
  const id = requireUuid(userId, 'USER_NOT_FOUND');
  const user = (await lockAccount(tx, id)) && (await findUser(tx, id));
  if (!user) throw new AppError('USER_NOT_FOUND');
  return user;
}

/** An account as the target of an act. */
export const targetOf = ({ id, username }: Pick<AdminUserRow, 'id' | 'username'>): Act['target'] => ({
  id,
  name: username,
});

/** Throws `LAST_ADMIN` when this change of an active admin leaves none. */
export async function requireAdminLeft(
  tx: Transaction,
  before: { readonly admin: boolean; readonly deactivatedAt: Date | null },
  after: { readonly admin: boolean; readonly deactivated: boolean },
): Promise<void> {
  const wasActive = before.admin && before.deactivatedAt === null;
  if (!wasActive || (after.admin && !after.deactivated)) return;
  if ((await countActiveAdmins(tx)) === 0) throw new AppError('LAST_ADMIN');
}
