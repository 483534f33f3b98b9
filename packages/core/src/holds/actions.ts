import { newId, type Transaction } from '@palaver/db';
import { requireAdminThere, transactAsAdmin } from '../admin/access.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { AdminContext } from '../procedures/context.js';
import type { HeldMessage, Hold } from '../protocol/records/hold.js';
import * as queries from './queries.js';
import { toHeldMessage, toHold } from './record.js';
import type { CreateHoldInput, ListHeldInput, ListHoldsInput } from './schemas.js';

/**
 * Keeps what is in a server or a channel from being lost. Throws `SERVER_NOT_FOUND`, `CHANNEL_NOT_FOUND`, `STEP_UP_REQUIRED`, or
 * `INVALID_INPUT` for none of them and for both.
 */
export async function createHold(ctx: AdminContext, input: CreateHoldInput): Promise<Hold> {
  const { serverId = null, channelId = null, reason } = input;
  if ((serverId === null) === (channelId === null))
    throw invalidField('channelId', 'name either a server or a channel');
  return transactAsAdmin(ctx, async (tx, record) => {
    const target = await findTarget(tx, serverId, channelId);
    await requireAdminThere(ctx, tx);
    const row = {
      id: newId(),
      serverId: serverId === null ? null : target.id,
      channelId: channelId === null ? null : target.id,
      reason,
      createdBy: ctx.admin.userId,
      createdAt: ctx.services.clock.now(),
    };
    await queries.insertHold(tx, row);
    await record({ act: 'hold.created', target, details: { holdId: row.id, reason } });
    return toHold(row);
  });
}

/** One that is deleted and still stored can be held too. */
async function findTarget(
  tx: Transaction,
  serverId: string | null,
  channelId: string | null,
): Promise<queries.Held> {
  const found =
    channelId !== null
      ? await queries.findChannel(tx, requireUuid(channelId, 'CHANNEL_NOT_FOUND'))
      : await queries.findServer(tx, requireUuid(serverId ?? '', 'SERVER_NOT_FOUND'));
  if (!found) throw new AppError(channelId === null ? 'SERVER_NOT_FOUND' : 'CHANNEL_NOT_FOUND');
  return found;
}

/** The holds, newest first. */
export async function listHolds(ctx: AdminContext, input: ListHoldsInput): Promise<Hold[]> {
  return (await queries.listHolds(ctx.services.db, input)).map(toHold);
}

/** Ends a hold. What it alone has kept goes with the next clean-up. Throws `HOLD_NOT_FOUND` or `STEP_UP_REQUIRED`. */
export async function endHold(ctx: AdminContext, holdId: string): Promise<void> {
  const id = requireUuid(holdId, 'HOLD_NOT_FOUND');
  await transactAsAdmin(ctx, async (tx, record) => {
    const hold = await queries.deleteHold(tx, id);
    if (!hold) throw new AppError('HOLD_NOT_FOUND');
    await requireAdminThere(ctx, tx);
    await record({ act: 'hold.ended', target: await targetOf(tx, hold), details: { holdId: id } });
  });
}

/** What was taken away under a hold, the latest first. Each read is a line of the audit log. Throws `HOLD_NOT_FOUND`. */
export async function listHeldMessages(ctx: AdminContext, input: ListHeldInput): Promise<HeldMessage[]> {
  const id = requireUuid(input.holdId, 'HOLD_NOT_FOUND');
  return transactAsAdmin(ctx, async (tx, record) => {
    const hold = await requireHold(tx, id);
    const rows = await queries.listHeldMessages(tx, hold, input);
    const messageIds = rows.map(({ messageId }) => messageId);
    const files = await queries.findHeldFiles(tx, hold, messageIds);
    const details = { holdId: id, messages: rows.length };
    await record({ act: 'hold.read', target: await targetOf(tx, hold), details });
    return rows.map((row) => toHeldMessage(row, files));
  });
}

/** A file that was taken away under a hold. Each read is a line of the audit log. Throws `HOLD_NOT_FOUND` or `ATTACHMENT_NOT_FOUND`. */
export async function accessHeldFile(
  ctx: AdminContext,
  input: { readonly holdId: string; readonly attachmentId: string },
): Promise<queries.HeldFileRow> {
  const id = requireUuid(input.holdId, 'HOLD_NOT_FOUND');
  const attachmentId = requireUuid(input.attachmentId, 'ATTACHMENT_NOT_FOUND');
  return transactAsAdmin(ctx, async (tx, record) => {
    const hold = await requireHold(tx, id);
    const file = await queries.findHeldFile(tx, hold, attachmentId);
    if (!file) throw new AppError('ATTACHMENT_NOT_FOUND');
    const target = await targetOf(tx, hold);
    await record({ act: 'hold.fileRead', target, details: { holdId: id, attachmentId } });
    return file;
  });
}

async function requireHold(tx: Transaction, id: string): Promise<queries.HoldRow> {
  const hold = await queries.findHold(tx, id);
  if (!hold) throw new AppError('HOLD_NOT_FOUND');
  return hold;
}

/** What a hold is of, in the audit log. While it is there, it is stored. */
async function targetOf(tx: Transaction, { serverId, channelId }: queries.HoldRow): Promise<queries.Held> {
  return findTarget(tx, serverId, channelId);
}
