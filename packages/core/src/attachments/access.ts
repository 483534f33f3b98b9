import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ReadContext } from '../procedures/context.js';
import { findAttachment } from './queries.js';
import type { AttachmentRow } from './record.js';

/**
 * Fetches an attachment that the actor may read: every reader of its channel may, and until a message carries it, only
 * its uploader. Throws `ATTACHMENT_NOT_FOUND`.
 */
export async function accessAttachment(
  ctx: ReadContext,
  attachmentId: string,
): Promise<Authorized<AttachmentRow, 'read'>> {
  const row = await findAttachment(ctx.db, requireUuid(attachmentId, 'ATTACHMENT_NOT_FOUND'));
  if (!row || (row.messageId === null && row.uploaderId !== ctx.actor.userId)) {
    throw new AppError('ATTACHMENT_NOT_FOUND');
  }
  await accessChannel(ctx, row.channelId, 'read').catch(hideChannel);
  return authorize(row, 'read');
}

/** An actor who may not see the channel gets the same answer as for an unknown attachment. */
function hideChannel(error: unknown): never {
  throw error instanceof AppError ? new AppError('ATTACHMENT_NOT_FOUND') : error;
}
