export const ATTACHMENT_MAX_BYTES = 25 * 1024 * 1024;
export const UPLOAD_FILES_MAX = 10;

/** The path an attachment is fetched from. */
export function attachmentPath(attachmentId: string): string {
  return `/api/attachments/${attachmentId}`;
}
