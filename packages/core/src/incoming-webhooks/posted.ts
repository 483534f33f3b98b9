import type { Queryable } from '@palaver/db';
import { changeAttachments, sortedOut } from '../attachments/actions.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import { findReplay, transact } from '../log/transact.js';
import { acceptedEdit } from '../messages/checking/check-edit.js';
import { editLocked } from '../messages/edit-locked.js';
import { recallMessage, storedAsId } from '../messages/recall.js';
import { deleteLocked } from '../messages/removal/delete-locked.js';
import { type ActorContext, type Context, within } from '../procedures/context.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import type { Attachment } from '../protocol/records/attachment.js';
import type { Message } from '../protocol/records/message.js';
import type { OpenedWebhook } from './access.js';
import { actorOf, lockUnchanged, postingOf } from './post.js';
import { hasPosted } from './queries.js';
import { digestOf, withStoredFiles } from './store-files.js';
import { usableContent, type WebhookPost } from './webhook-post.js';

/** A message that a webhook has posted. Throws `MESSAGE_NOT_FOUND`, also for those of others. */
export async function findPosted(q: Queryable, webhook: OpenedWebhook, messageId: string): Promise<Message> {
  const id = requireUuid(messageId, 'MESSAGE_NOT_FOUND');
  if (!(await hasPosted(q, webhook, id))) throw new AppError('MESSAGE_NOT_FOUND');
  return recallMessage(within(q, { actor: actorOf(webhook) }), id);
}

/** What an edit of a message of a webhook says. */
export interface WebhookEdit {
  /** Null where the text stays. */
  readonly post: WebhookPost | null;
  /** The ids of the files that stay; null for all. */
  readonly kept: readonly string[] | null;
  /** Files that are added. */
  readonly files: readonly ReceivedFile[];
  /** What a repetition is known by; null for none. */
  readonly key: string | null;
  /** A hash of the body: a key that is used for another one is noticed. */
  readonly digest: string;
}

/**
 * Gives a message of a webhook another text, other files, or both; its name and its picture stay. Throws `MESSAGE_NOT_FOUND`,
 * `INCOMING_WEBHOOK_NOT_FOUND`, `CHANNEL_ARCHIVED`, and what `editMessage`, `uploadAttachments` and `changeAttachments` do.
 */
export async function editByWebhook(
  ctx: Context,
  webhook: OpenedWebhook,
  messageId: string,
  edit: WebhookEdit,
): Promise<Message> {
  const before = await findPosted(ctx.services.db, webhook, messageId);
  const { id } = before;
  const digest = await digestOf(edit, edit.files);
  const idempotency = idempotencyOf(edit.key, 'incomingWebhooks.edit', { id, digest });
  return withStoredFiles(ctx, webhook, edit.files, (stored) =>
    editWith({ ...ctx, actor: actorOf(webhook), idempotency }, webhook, before, { ...edit, stored }),
  );
}

type StoredEdit = Pick<WebhookEdit, 'post' | 'kept'> & { readonly stored: readonly Attachment[] };

async function editWith(
  ctx: ActorContext,
  webhook: OpenedWebhook,
  before: Message,
  { post, kept, stored }: StoredEdit,
): Promise<Message> {
  const content = await acceptedContent(ctx, before, { post, kept, stored });
  return transact(
    ctx,
    async (tx, emit, afterCommit) => {
      const { isArchived, ...latest } = await lockUnchanged(tx, webhook);
      if (isArchived) throw new AppError('CHANNEL_ARCHIVED');
      const message = await findPosted(tx, webhook, before.id);
      const posting = post === null ? undefined : { ...postingOf(webhook, post), ...latest };
      const added = stored.map(({ id }) => id);
      const attachments =
        kept === null && added.length === 0
          ? undefined
          : await changeAttachments(ctx.services, { tx, afterCommit }, message, { kept, added });
      return editLocked(ctx, { tx, emit }, message, { content, attachments }, posting);
    },
    { answers: storedAsId(ctx) },
  );
}

/** The content as the operator's hook lets it be; undefined where it stays. The hook hears of other files too. */
async function acceptedContent(
  ctx: ActorContext,
  before: Message,
  { post, kept, stored }: StoredEdit,
): Promise<string | undefined> {
  const { beforeSend, settings } = ctx.services;
  const given = post === null ? undefined : usableContent(post.content, settings.limits.messageCharacters);
  if (!beforeSend || (await findReplay(ctx))) return given;
  const { stay, go } = sortedOut(before.attachments, kept);
  const isChanged = go.length > 0 || stored.length > 0;
  const attachments = isChanged ? [...stay, ...stored] : undefined;
  return acceptedEdit(ctx, beforeSend, before, { content: given ?? before.content, attachments });
}

/** Deletes a message of a webhook; a repetition with the same key does nothing. Throws `MESSAGE_NOT_FOUND` or `INCOMING_WEBHOOK_NOT_FOUND`. */
export async function deleteByWebhook(
  ctx: Context,
  webhook: OpenedWebhook,
  { messageId, key }: { readonly messageId: string; readonly key: string | null },
): Promise<void> {
  const idempotency = idempotencyOf(key, 'incomingWebhooks.delete', { messageId });
  const asActor = { ...ctx, actor: actorOf(webhook), idempotency };
  await transact(asActor, async (tx, emit, afterCommit) => {
    await lockUnchanged(tx, webhook);
    const message = await findPosted(tx, webhook, messageId);
    await deleteLocked(ctx.services, { tx, emit, afterCommit }, message.channelId, [message]);
  });
}
