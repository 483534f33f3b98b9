import { dropUploads, fingerprintsOf, storeAttachments } from '../attachments/actions.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { ReceivedFile } from '../kernel/services/file-store.js';
import { actorContext, type Context } from '../procedures/context.js';
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
  if (webhook.isArchived) throw new AppError('CHANNEL_ARCHIVED');
  const digest = JSON.stringify([request.digest, ...(await fingerprintsOf(files))]);
  // The key is that of the message, which tells repetitions.
  const asActor = { ...actorContext(ctx, actorOf(webhook), null), idempotencyKey: null };
  const stored = await storeAttachments(asActor, webhook.channelId, files);
  const attachmentIds = stored.map(({ id }) => id);
  try {
    return await postByWebhook(ctx, webhook, { ...request, digest, attachmentIds });
  } finally {
    // Of a repetition, and of what was refused, no message carries them.
    await dropUploads(asActor, attachmentIds).catch((err: unknown) =>
      ctx.log.warn({ err }, 'Files of a webhook could not be removed, and are left to the sweep'),
    );
  }
}
