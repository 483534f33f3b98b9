import { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { AsJson } from '../kernel/sql/json-rows.js';
import type { Attachment } from '../protocol/records/attachment.js';

export type AttachmentRow = InferSelectModel<typeof tables.attachments>;

/** The columns of a record. */
export const attachmentColumns = {
  id: tables.attachments.id,
  messageId: tables.attachments.messageId,
  filename: tables.attachments.filename,
  mimeType: tables.attachments.mimeType,
  sizeBytes: tables.attachments.sizeBytes,
  width: tables.attachments.width,
  height: tables.attachments.height,
  createdAt: tables.attachments.createdAt,
};
type RecordRow = Pick<AttachmentRow, keyof typeof attachmentColumns>;

/** The columns of a record in a JSON list. */
export type AttachmentJson = AsJson<RecordRow>;

/** The record as the service sends it. */
export function toAttachment(row: RecordRow | AttachmentJson): Attachment {
  const { id, messageId, filename, mimeType, sizeBytes, width, height, createdAt } = row;
  return {
    id,
    messageId,
    filename,
    storedPath: `/api/attachments/${id}`,
    mimeType,
    sizeBytes,
    width,
    height,
    createdAt: iso(createdAt),
  };
}

/** The key of an attachment in the file store. */
export function attachmentKey(attachmentId: string): string {
  return `attachments/${attachmentId}`;
}
