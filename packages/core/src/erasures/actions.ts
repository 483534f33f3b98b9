import { newId, type Transaction } from '@palaver/db';
import { endAnyAccount } from '../account-deletion/actions.js';
import { requireAdminThere, transactAsAdmin } from '../admin/access.js';
import { lockChannel } from '../channels/access.js';
import { nameForAudit } from '../channels/record.js';
import { invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { ActorContext, AdminContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { Erasure } from '../protocol/records/erasure.js';
import { lockServer } from '../servers/access.js';
import { recordAct } from '../servers/audit-log.js';
import { requirePermission } from '../servers/permissions.js';
import { accessUser, isDeletedPerson } from '../users/access.js';
import { DELETED_PROFILE } from '../users/deleted-profile.js';
import * as queries from './queries.js';
import { toErasure } from './record.js';
import type { EraseChannelInput, EraseMemberInput } from './schemas.js';

/**
 * Erases the messages of a channel, in the background. One that is under way for the same channel is widened. Throws
 * `SERVER_NOT_FOUND`, `CHANNEL_NOT_FOUND`, `OWNER_REQUIRED` or `STEP_UP_REQUIRED`.
 */
export async function eraseChannel(ctx: ActorContext, input: EraseChannelInput): Promise<Erasure> {
  const before = limitOf(ctx.services, input.before);
  const erasure = await transact(ctx, async (tx) => {
    const channel = await lockChannel(ctx, tx, input, 'read');
    requirePermission(channel.role ?? 'member', 'erase');
    await ctx.services.upward.requireStepUp(ctx, { tx });
    const { serverId } = input;
    const of = { kind: 'channel' as const, serverId, channelId: channel.id, userId: null };
    const begun = await begin(ctx.services, tx, { ...of, before, askedBy: ctx.actor.userId });
    const details = { before: iso(before) };
    await recordAct(ctx, tx, { serverId, act: 'erasure.begun', target: nameForAudit(channel), details });
    return begun;
  });
  ctx.services.background.wake();
  return erasure;
}

/**
 * Erases what somebody has written in a server, in all of its channels. Throws `SERVER_NOT_FOUND`, `OWNER_REQUIRED`,
 * `USER_NOT_FOUND` or `STEP_UP_REQUIRED`.
 */
export async function eraseMember(ctx: ActorContext, input: EraseMemberInput): Promise<Erasure> {
  const before = limitOf(ctx.services, input.before);
  const erasure = await transact(ctx, async (tx) => {
    const { id: serverId } = await lockServer(ctx, tx, input.serverId, 'erase');
    const { id: userId, username } = await accessUser({ db: tx }, input.userId);
    await ctx.services.upward.requireStepUp(ctx, { tx });
    const of = { kind: 'member' as const, serverId, channelId: null, userId };
    const begun = await begin(ctx.services, tx, { ...of, before, askedBy: ctx.actor.userId });
    const target = { id: userId, name: username };
    await recordAct(ctx, tx, { serverId, act: 'erasure.begun', target, details: { before: iso(before) } });
    return begun;
  });
  ctx.services.background.wake();
  return erasure;
}

/**
 * Deletes the account of a person, unless it is deleted already, and erases all that they have written, in direct messages as
 * well. Throws what `deleteAnyAccount` does, and `STEP_UP_REQUIRED`.
 */
export async function eraseUser(ctx: AdminContext, userId: string): Promise<Erasure> {
  const id = requireUuid(userId, 'USER_NOT_FOUND');
  const erasure = await transactAsAdmin(ctx, async (tx, record, emit, afterCommit) => {
    if (!(await isDeletedPerson(tx, id))) await endAnyAccount(ctx, tx, { record, emit, afterCommit }, id);
    await requireAdminThere(ctx, tx);
    await record({ act: 'user.erased', target: { id, name: DELETED_PROFILE.username } });
    const of = { kind: 'user' as const, serverId: null, channelId: null, userId: id, before: null };
    return begin(ctx.services, tx, { ...of, askedBy: ctx.admin.userId });
  });
  ctx.services.background.wake();
  return erasure;
}

/** What is posted at this instant is there now. */
function limitOf({ clock }: Pick<Services, 'clock'>, before: Date | undefined): Date {
  const now = clock.now().getTime();
  if (before !== undefined && before.getTime() > now)
    throw invalidField('before', 'must not be in the future');
  return before ?? new Date(now + 1);
}

async function begin(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  fresh: Omit<queries.NewErasure, 'id' | 'createdAt'>,
): Promise<Erasure> {
  const widened = await queries.widen(tx, fresh);
  if (widened) return toErasure(widened);
  const [erasure] = await queries.insertErasures(tx, [{ ...fresh, id: newId(), createdAt: clock.now() }]);
  if (!erasure) throw new Error('nothing refuses an erasure that is no retention');
  return toErasure(erasure);
}
