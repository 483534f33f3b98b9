import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/ids.js';
import { type Attachment, attachmentPath } from './schemas.js';

export type AttachmentRow = InferSelectModel<typeof tables.attachments>;

/** The record as it leaves the service. */
export function toAttachment(row: AttachmentRow): Attachment {
  const { id, messageId, filename, mimeType, sizeBytes, createdAt } = row;
  return {
    id,
    messageId,
    filename,
    storedPath: attachmentPath(id),
    mimeType,
    sizeBytes,
    createdAt: iso(createdAt),
  };
}

/** Where the store keeps the bytes of an attachment. */
export function attachmentKey(attachmentId: string): string {
  return `attachments/${attachmentId}`;
}
