import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import type { AttachmentRow } from './record.js';

/** The uploads that a message is to carry. */
export interface AttachmentClaim {
  readonly channelId: string;
  readonly uploaderId: string;
  /** The scheduled message that is being posted or changed, which may keep them already. */
  readonly scheduledId?: string | undefined;
  /** In the order of the message. */
  readonly ids: readonly string[];
}

/**
 * The rows of a claim in its order, as `find` returns them: the uploader's own, in the message's channel, and in no other
 * message. Throws `ATTACHMENT_NOT_FOUND`, `ATTACHMENT_IN_USE`, or `INVALID_INPUT` for an id that is given twice.
 */
export async function requireClaimable(
  claim: AttachmentClaim,
  find: (ids: string[]) => Promise<AttachmentRow[]>,
): Promise<AttachmentRow[]> {
  const ids = claim.ids.map((id) => requireUuid(id, 'ATTACHMENT_NOT_FOUND'));
  if (new Set(ids).size < ids.length)
    throw invalidField('attachmentIds', 'must not name an attachment twice');
  if (ids.length === 0) return [];
  const found = new Map((await find(ids)).map((row) => [row.id, row]));
  return ids.map((id) => requireUnclaimed(found.get(id), claim));
}

function requireUnclaimed(row: AttachmentRow | undefined, claim: AttachmentClaim): AttachmentRow {
  if (row?.uploaderId !== claim.uploaderId || row.channelId !== claim.channelId) {
    throw new AppError('ATTACHMENT_NOT_FOUND');
  }
  const isKeptByOther = row.scheduledId !== null && row.scheduledId !== claim.scheduledId;
  if (row.messageId !== null || isKeptByOther) throw new AppError('ATTACHMENT_IN_USE');
  return row;
}
