import type { Attachment } from '@palaver/client';

/** Pictures that every browser shows. An SVG may have scripts, so it is a file. */
const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/;
/** Larger pictures are loaded when they are asked for. */
const PICTURE_MAX = 10 * 1024 * 1024;

/** Whether a file is shown with its message. */
export function isPicture({ mimeType, sizeBytes }: Pick<Attachment, 'mimeType' | 'sizeBytes'>): boolean {
  return PICTURE.test(mimeType) && sizeBytes <= PICTURE_MAX;
}

/** How large a file is, for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} kB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
