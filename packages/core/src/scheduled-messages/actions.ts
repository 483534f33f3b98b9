import { newId, type Transaction } from '@palaver/db';
import { keepForScheduled } from '../attachments/actions.js';
import { requireAhead } from '../kernel/errors/require-ahead.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { lockStream } from '../log/append.js';
import { userStream } from '../log/streams.js';
import { type AnswerStore, type Emit, transact } from '../log/transact.js';
import { requirePost, requireThread } from '../messages/content.js';
import { type ActorContext, within } from '../procedures/context.js';
import { setStreamPositions } from '../procedures/stream-positions.js';
import type { ScheduledMessage } from '../protocol/records/scheduled-message.js';
import { accessPlace, lockOwnScheduled } from './access.js';
import * as queries from './queries.js';
import { toScheduledMessage, updatedEvent } from './record.js';
import type { EditScheduledInput, ScheduleInput } from './schemas.js';

/** What the caller has scheduled, the next one first. */
export async function listScheduledMessages(ctx: ActorContext): Promise<ScheduledMessage[]> {
  const { userId } = ctx.actor;
  const { seq, messages } = await queries.listScheduled(ctx.services.db, userId);
  setStreamPositions(ctx.request, { [userId]: seq });
  return messages.map(toScheduledMessage);
}

/**
 * Keeps a message to be sent later, with its uploads. Throws `CHANNEL_NOT_FOUND`, `CHANNEL_ARCHIVED`, `MESSAGE_NOT_FOUND`,
 * `INVALID_INPUT`, `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_IN_USE` or `TOO_MANY_SCHEDULED_MESSAGES`.
 */
export function scheduleMessage(ctx: ActorContext, input: ScheduleInput): Promise<ScheduledMessage> {
  const { userId } = ctx.actor;
  const { alsoInChannel = false, content, sendAt, attachmentIds: ids } = input;
  requireThread(input);
  requirePost(ctx.services.settings.limits, content, ids.length);
  const schedule = async (tx: Transaction, emit: Emit) => {
    requireAhead('sendAt', sendAt, await queries.readNow(tx));
    await lockStream(tx, userStream(userId));
    const { channelId, threadId } = await accessPlace(within(tx, ctx), input);
    const quota = ctx.services.settings.quotas.scheduledMessages;
    requireQuota('scheduledMessages', await queries.countScheduled(tx, userId), quota);
    const id = newId();
    const claim = { channelId, uploaderId: userId, scheduledId: id, ids };
    const attachmentIds = await keepForScheduled(tx, claim);
    const place = { id, userId, channelId, threadId, alsoInChannel };
    const row = { ...place, content, attachmentIds, sendAt: sendAt.getTime() };
    const made = toScheduledMessage(await queries.insertScheduled(tx, row));
    await emit(userStream(userId), updatedEvent(made));
    return made;
  };
  return transact(ctx, schedule, { answers: STORED_WITHOUT_TEXT });
}

/**
 * Changes a scheduled message of the caller's; one that could not be sent is to be sent again then, and needs another time.
 * The same again changes nothing and publishes nothing. Throws `SCHEDULED_MESSAGE_NOT_FOUND`, `INVALID_INPUT`,
 * `ATTACHMENT_NOT_FOUND` or `ATTACHMENT_IN_USE`.
 */
export function editScheduledMessage(
  ctx: ActorContext,
  { scheduledMessageId, ...given }: EditScheduledInput,
): Promise<ScheduledMessage> {
  const edit = async (tx: Transaction, emit: Emit) => {
    const row = await lockOwnScheduled(ctx, tx, scheduledMessageId);
    const { id, userId, channelId, failureCode } = row;
    const { content = row.content, attachmentIds: ids = row.attachmentIds, sendAt } = given;
    requirePost(ctx.services.settings.limits, content, ids.length);
    const at = sendAt ?? new Date(row.sendAt);
    if (sendAt || failureCode !== null) requireAhead('sendAt', at, await queries.readNow(tx));
    await lockStream(tx, userStream(userId));
    const claim = { channelId, uploaderId: userId, scheduledId: id, ids };
    const attachmentIds = await keepForScheduled(tx, claim, row.attachmentIds);
    const isSame =
      content === row.content &&
      at.getTime() === row.sendAt &&
      attachmentIds.join() === row.attachmentIds.join();
    if (isSame) return toScheduledMessage(row);
    const kept = { ...row, content, attachmentIds, sendAt: at.getTime() };
    const changed = await queries.updateScheduled(tx, { ...kept, failureCode: null, failureError: null });
    const message = toScheduledMessage(changed);
    await emit(userStream(userId), updatedEvent(message));
    return message;
  };
  return transact(ctx, edit, { answers: STORED_WITHOUT_TEXT });
}

/** Deletes a scheduled message of the caller's, and releases its uploads. Throws `SCHEDULED_MESSAGE_NOT_FOUND`. */
export async function deleteScheduledMessage(ctx: ActorContext, scheduledMessageId: string): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const { id, userId, channelId, attachmentIds } = await lockOwnScheduled(ctx, tx, scheduledMessageId);
    await lockStream(tx, userStream(userId));
    await keepForScheduled(tx, { channelId, uploaderId: userId, scheduledId: id, ids: [] }, attachmentIds);
    await queries.removeScheduled(tx, id);
    const data = { id, channelId, messageId: null };
    await emit(userStream(userId), { type: 'scheduled_message.deleted', data });
  });
}

/** A retry gets what is there now: a text that was deleted or changed is kept nowhere. */
const STORED_WITHOUT_TEXT: AnswerStore<ScheduledMessage, ScheduledMessage> = {
  store: (message) => ({ ...message, content: '', attachmentIds: [] }),
  recall: async (message, q) => {
    const row = await queries.findScheduled(q, message.id);
    return row ? toScheduledMessage(row) : message;
  },
};
