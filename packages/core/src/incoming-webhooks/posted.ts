import type { Queryable } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { transact } from '../log/transact.js';
import { acceptedEdit } from '../messages/check-edit.js';
import { deleteLocked } from '../messages/delete-locked.js';
import { editLocked } from '../messages/edit-locked.js';
import { recallMessage } from '../messages/recall.js';
import type { Context } from '../procedures/context.js';
import type { Message } from '../protocol/records/message.js';
import type { OpenedWebhook } from './access.js';
import { actorOf, lockUnchanged, postingOf } from './post.js';
import { hasPosted } from './queries.js';
import { usableContent, type WebhookPost } from './webhook-post.js';

/** A message that a webhook has posted. Throws `MESSAGE_NOT_FOUND`, also for those of others. */
export async function findPosted(q: Queryable, webhook: OpenedWebhook, messageId: string): Promise<Message> {
  const id = requireUuid(messageId, 'MESSAGE_NOT_FOUND');
  if (!(await hasPosted(q, webhook, id))) throw new AppError('MESSAGE_NOT_FOUND');
  return recallMessage({ db: q, actor: actorOf(webhook) }, id);
}

/**
 * Gives a message of a webhook another text; its name, its picture and its files stay. Throws `MESSAGE_NOT_FOUND`,
 * `INCOMING_WEBHOOK_NOT_FOUND`, `CHANNEL_ARCHIVED`, and what `editMessage` does.
 */
export async function editByWebhook(
  ctx: Context,
  webhook: OpenedWebhook,
  messageId: string,
  post: WebhookPost,
): Promise<Message> {
  const asActor = { ...ctx, actor: actorOf(webhook), idempotency: null };
  const before = await findPosted(ctx.db, webhook, messageId);
  const given = usableContent(post.content, ctx.settings.limits.messageCharacters);
  const content = ctx.beforeSend
    ? await acceptedEdit(asActor, ctx.beforeSend, before, { content: given })
    : given;
  return transact(asActor, async (tx, emit) => {
    const { isArchived, ...latest } = await lockUnchanged(tx, webhook);
    if (isArchived) throw new AppError('CHANNEL_ARCHIVED');
    const message = await findPosted(tx, webhook, messageId);
    const posting = { ...postingOf(webhook, post), ...latest };
    return editLocked(asActor, { tx, emit }, message, { content }, posting);
  });
}

/** Deletes a message of a webhook. Throws `MESSAGE_NOT_FOUND` or `INCOMING_WEBHOOK_NOT_FOUND`. */
export async function deleteByWebhook(
  ctx: Context,
  webhook: OpenedWebhook,
  messageId: string,
): Promise<void> {
  const asActor = { ...ctx, actor: actorOf(webhook), idempotency: null };
  await transact(asActor, async (tx, emit, afterCommit) => {
    await lockUnchanged(tx, webhook);
    const message = await findPosted(tx, webhook, messageId);
    await deleteLocked(ctx, { tx, emit, afterCommit }, message);
  });
}
