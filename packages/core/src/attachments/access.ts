import type { Queryable } from '@palaver/db';
import { accessChannel } from '../channels/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ReadContext } from '../procedures/context.js';
import { type AttachmentClaim, requireClaimable } from './claim.js';
import { findAttachment, findAttachments } from './queries.js';
import type { AttachmentRow } from './record.js';

/**
 * Fetches an attachment that the actor may read: every reader of its channel may, and until a message carries it, only
 * its uploader. Throws `ATTACHMENT_NOT_FOUND`.
 */
export async function accessAttachment(
  ctx: ReadContext,
  attachmentId: string,
): Promise<Authorized<AttachmentRow, 'read'>> {
  const row = await findAttachment(ctx.services.db, requireUuid(attachmentId, 'ATTACHMENT_NOT_FOUND'));
  if (!row || (row.messageId === null && row.uploaderId !== ctx.actor.userId)) {
    throw new AppError('ATTACHMENT_NOT_FOUND');
  }
  await accessChannel(ctx, row.channelId, 'read').catch(hideChannel);
  return authorize(row, 'read');
}

/**
 * Fetches the uploads that a message could carry now, in its order. Throws what `lockAttachments` does; it looks
 * without a lock, so only that one decides.
 */
export async function accessClaimable(
  q: Queryable,
  claim: AttachmentClaim,
): Promise<Array<Authorized<AttachmentRow, 'claim'>>> {
  const rows = await requireClaimable(claim, (ids) => findAttachments(q, ids));
  return rows.map((row) => authorize(row, 'claim'));
}

/** An actor who may not see the channel gets the same answer as for an unknown attachment. */
function hideChannel(error: unknown): never {
  throw error instanceof AppError ? new AppError('ATTACHMENT_NOT_FOUND') : error;
}
