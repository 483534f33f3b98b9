import type { Upload } from './use-uploads.js';

type Item = Pick<Upload, 'id' | 'failed'>;

/** Whether what was written can be sent: there is something, and no file is on its way. */
export function isReadyToSend(text: string, items: readonly Item[]): boolean {
  const isUploading = items.some(({ id, failed }) => id === null && !failed);
  return !isUploading && (text.trim() !== '' || items.some(({ id }) => id !== null));
}
