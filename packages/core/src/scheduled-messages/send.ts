import { statement, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { Actor } from '../kernel/services/actor.js';
import { userStream } from '../log/streams.js';
import { type AfterCommit, type Emit, findReplay, transact } from '../log/transact.js';
import { checkPost } from '../messages/checking/checked-queue.js';
import { resolveMentions } from '../messages/mentions/resolve.js';
import { postInTransaction } from '../messages/posting/in-transaction.js';
import { storedAsId } from '../messages/recall.js';
import type { ActorContext } from '../procedures/context.js';
import type { PostDraft } from '../procedures/post-queue.js';
import type { Services } from '../procedures/services.js';
import type { PostedMessage } from '../protocol/records/message.js';
import { lockOwnScheduled } from './access.js';
import { findScheduled, removeScheduled } from './queries.js';
import type { ScheduledRow } from './record.js';

/** What sending needs of a request, or of the work in the background. */
export type Sending = Pick<Services, 'db' | 'bus' | 'clock' | 'settings' | 'beforeSend'>;

/**
 * Sends a scheduled message of the caller's at once. What is refused leaves it as it is. Throws what `sendMessage` does, and
 * `SCHEDULED_MESSAGE_NOT_FOUND`.
 */
export async function sendScheduledMessage(
  ctx: ActorContext,
  scheduledMessageId: string,
): Promise<PostedMessage> {
  const asked = (await isReplay(ctx)) ? null : await askAbout(ctx, scheduledMessageId);
  const send = async (tx: Transaction, emit: Emit, afterCommit: AfterCommit) => {
    await requireAuthor(tx, { userId: ctx.actor.userId, id: scheduledMessageId });
    const row = await lockOwnScheduled(ctx, tx, scheduledMessageId);
    // It was changed after the hook was asked.
    if (asked && asked.updatedAt !== row.updatedAt) throw new AppError('BUSY');
    const content = asked?.content ?? row.content;
    return postScheduled(ctx.services, { tx, emit, afterCommit, actor: ctx.actor }, row, content);
  };
  const sent = await transact(ctx, send, { answers: storedAsId(ctx) });
  if (sent.threadId !== null) ctx.services.background.wake();
  return sent;
}

async function isReplay(ctx: ActorContext): Promise<boolean> {
  return ctx.services.beforeSend !== null && (await findReplay(ctx)) !== null;
}

async function askAbout(ctx: ActorContext, scheduledMessageId: string) {
  if (ctx.services.beforeSend === null) return null;
  const id = requireUuid(scheduledMessageId, 'SCHEDULED_MESSAGE_NOT_FOUND');
  const row = await findScheduled(ctx.services.db, id);
  if (row?.userId !== ctx.actor.userId) throw new AppError('SCHEDULED_MESSAGE_NOT_FOUND');
  return { updatedAt: row.updatedAt, content: await contentToSend(ctx.services, row) };
}

/**
 * The content that the operator's hook lets a scheduled message have. Call it outside of any transaction. Throws what the hook,
 * or the channel, refuses the message with.
 */
export async function contentToSend(
  { db, settings, beforeSend }: Sending,
  row: ScheduledRow,
): Promise<string> {
  if (!beforeSend) return row.content;
  return (await checkPost({ db, settings, beforeSend }, draftOf(row))).content;
}

/** The transaction of a send, and who posts. */
interface SendTransaction {
  readonly tx: Transaction;
  readonly emit: Emit;
  readonly afterCommit: AfterCommit;
  readonly actor: Actor;
}

/**
 * Posts a scheduled message whose row the transaction has locked, and removes the row: so it is posted once, whatever is killed
 * and whichever answer is lost. Who may post and whom the text mentions is decided now. Throws what `sendMessage` does.
 */
export async function postScheduled(
  services: Sending,
  { tx, emit, afterCommit, actor }: SendTransaction,
  row: ScheduledRow,
  content: string,
): Promise<PostedMessage> {
  const { id, userId, channelId } = row;
  const mentions = await resolveMentions(tx, row, content);
  const draft = { ...draftOf(row), content, mentions };
  const posted = await postInTransaction({ services, actor }, tx, emit, draft);
  // A message without a key is no repetition.
  if (posted.kind !== 'posted') throw new AppError('BUSY');
  await removeScheduled(tx, id);
  const data = { id, channelId, messageId: posted.message.id };
  await emit(userStream(userId), { type: 'scheduled_message.deleted', data });
  afterCommit(() => services.bus.publish(posted.hint));
  return posted.message;
}

function draftOf(row: ScheduledRow): PostDraft {
  const { id, userId, channelId, threadId, alsoInChannel, content, attachmentIds } = row;
  const place = { channelId, userId, parentId: threadId, alsoInChannel };
  const none = { mentions: null, extra: null, idempotency: null };
  return { ...place, content, attachmentIds, scheduledId: id, ...none };
}

const lockAuthor = statement<{ isActive: boolean; isBot: boolean }>(`
  select deactivated_at is null as "isActive", bot_owner_id is not null as "isBot" from users
  where id = $1 and deleted_at is null for share`);

/**
 * The author of a scheduled message, whose account stays as it is until the transaction ends. There is no session: the id of the
 * message stands for it. Throws `USER_NOT_FOUND` or `ACCOUNT_DEACTIVATED`.
 */
export async function requireAuthor(
  tx: Transaction,
  { userId, id }: Pick<ScheduledRow, 'userId' | 'id'>,
): Promise<Actor> {
  const [author] = await lockAuthor(tx, [userId]);
  if (!author) throw new AppError('USER_NOT_FOUND');
  if (!author.isActive) throw new AppError('ACCOUNT_DEACTIVATED');
  return { userId, isBot: author.isBot, sessionId: id };
}
