import { dropUploads, fingerprintsOf, storeAttachments } from '../attachments/upload.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import type { Context } from '../procedures/context.js';
import type { Attachment } from '../protocol/records/attachment.js';
import type { Message } from '../protocol/records/message.js';
import type { OpenedWebhook } from './access.js';
import { actorOf, postByWebhook, type WebhookRequest } from './post.js';

/**
 * Posts a message with files by a webhook; null for a post without anything to see. The files count for the webhook, as those of
 * a person do for the person. Throws what `postByWebhook` and `uploadAttachments` do.
 */
export async function postFilesByWebhook(
  ctx: Context,
  webhook: OpenedWebhook,
  request: WebhookRequest,
  files: readonly ReceivedFile[],
): Promise<Message | null> {
  if (files.length === 0) return postByWebhook(ctx, webhook, request);
  const digest = await digestOf(request, files);
  return withStoredFiles(ctx, webhook, files, (stored) =>
    postByWebhook(ctx, webhook, { ...request, digest, attachmentIds: stored.map(({ id }) => id) }),
  );
}

/** A hash of a request with its files: a key that is used for another one is noticed. */
export async function digestOf(
  { digest }: Pick<WebhookRequest, 'digest'>,
  files: readonly ReceivedFile[],
): Promise<string> {
  return JSON.stringify([digest, ...(await fingerprintsOf(files))]);
}

/** Stores files of a webhook while `use` runs. Those that no message carries after it are removed. */
export async function withStoredFiles<T>(
  ctx: Context,
  webhook: OpenedWebhook,
  files: readonly ReceivedFile[],
  use: (stored: readonly Attachment[]) => Promise<T>,
): Promise<T> {
  if (files.length === 0) return use([]);
  if (webhook.isArchived) throw new AppError('CHANNEL_ARCHIVED');
  // The key is that of the message, which tells repetitions.
  const request = { ...ctx.request, idempotencyKey: null };
  const asActor = { ...ctx, request, actor: actorOf(webhook), idempotency: null };
  const stored = await storeAttachments(asActor, webhook.channelId, files);
  try {
    return await use(stored);
  } finally {
    // Of a repetition, and of what was refused, no message carries them.
    const ids = stored.map(({ id }) => id);
    await dropUploads(asActor, ids).catch((err: unknown) =>
      ctx.services.log.warn({ err }, 'Files of a webhook could not be removed, and are left to the sweep'),
    );
  }
}
