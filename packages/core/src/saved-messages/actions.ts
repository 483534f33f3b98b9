import { newId, type Transaction } from '@palaver/db';
import { requireAhead } from '../kernel/errors/require-ahead.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { isUuid } from '../kernel/schema/ids.js';
import { databaseNow } from '../kernel/sql/database-now.js';
import { iso } from '../kernel/sql/instant.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import { accessMessage } from '../messages/access.js';
import { type ActorContext, within } from '../procedures/context.js';
import type { SavedMark } from '../protocol/records/saved-message.js';
import * as queries from './queries.js';
import type { SaveMessageInput } from './schemas.js';

/**
 * Saves a message for the caller alone; one that is saved already stays as it is, except for the reminder that is given. Where
 * the quota is used up, what the caller does not see any more makes room, the oldest first. Throws `MESSAGE_NOT_FOUND`,
 * `INVALID_INPUT` or `TOO_MANY_SAVED_MESSAGES`.
 */
export function saveMessage(
  ctx: ActorContext,
  { messageId, remindAt }: SaveMessageInput,
): Promise<SavedMark> {
  const { userId } = ctx.actor;
  return transact(ctx, async (tx, emit) => {
    if (remindAt) requireAhead('remindAt', remindAt, await databaseNow(tx));
    await lockStream(tx, userStream(userId));
    const { message } = await accessMessage(within(tx, ctx), messageId, 'read');
    const saved = await queries.findSaved(tx, userId, message.id);
    if (saved) return changeReminder(tx, emit, userId, saved, remindAt);
    await makeRoom(tx, emit, userId, ctx.services.settings.quotas.savedMessages);
    const { event } = await emit(userStream(userId), async ({ at }) => {
      const place = { id: newId(), messageId: message.id, channelId: message.channelId };
      const data = { ...place, savedAt: iso(at), remindAt: remindAt ? iso(remindAt) : null };
      await queries.insertSaved(tx, userId, data);
      return { type: 'message.saved' as const, data };
    });
    return event.data;
  });
}

/** Without a reminder that is given, or with the one that is there, nothing is published. */
async function changeReminder(
  tx: Transaction,
  emit: Emit,
  userId: string,
  saved: SavedMark,
  given: Date | null | undefined,
): Promise<SavedMark> {
  if (given === undefined) return saved;
  const data = { ...saved, remindAt: given && iso(given) };
  if (data.remindAt === saved.remindAt) return saved;
  await queries.updateRemindAt(tx, userId, saved.messageId, given);
  await emit(userStream(userId), { type: 'message.saved', data });
  return data;
}

/**
 * Takes a message from what the caller has saved, also one that they do not see any more. For one that is not saved nothing
 * happens. Throws `MESSAGE_NOT_FOUND` for one that is neither saved nor seen.
 */
export async function unsaveMessage(ctx: ActorContext, messageId: string): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (tx, emit) => {
    await lockStream(tx, userStream(userId));
    if (isUuid(messageId) && (await queries.deleteSaved(tx, userId, messageId)))
      await emit(userStream(userId), { type: 'message.unsaved', data: { messageId } });
    else await accessMessage(within(tx, ctx), messageId, 'read');
  });
}

async function makeRoom(tx: Transaction, emit: Emit, userId: string, limit: number): Promise<void> {
  const surplus = (await queries.countSaved(tx, userId)) + 1 - limit;
  if (surplus <= 0) return;
  const removed = await queries.deleteHidden(tx, userId, surplus);
  if (removed.length < surplus) requireQuota('savedMessages', limit, limit);
  const stream = userStream(userId);
  await emit(
    removed.map((messageId) => ({ stream, event: { type: 'message.unsaved', data: { messageId } } })),
  );
}
