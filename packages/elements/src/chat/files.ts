import type { Attachment } from '@palaver/client';

/** Pictures that every browser shows. An SVG may have scripts, so it is a file. */
const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/;
/** Larger pictures are loaded when they are asked for. */
const PICTURE_MAX = 10 * 1024 * 1024;

/** Whether a file is shown with its message. */
export function isPicture({ mimeType, sizeBytes }: Pick<Attachment, 'mimeType' | 'sizeBytes'>): boolean {
  return PICTURE.test(mimeType) && sizeBytes <= PICTURE_MAX;
}

/** What browsers play; for others the file can be fetched. */
const VIDEO = /^video\/(mp4|webm|ogg|quicktime)$/;
const AUDIO = /^audio\/(mpeg|mp4|x-m4a|aac|ogg|opus|webm|flac|x-flac|wav|x-wav|vnd\.wave)$/;
/** It is shown as letters, whatever a browser would make of it. */
const TEXT = /^(text\/.+|application\/(json|xml|yaml|toml|javascript|sql))$/;

export type FileKind = 'picture' | 'video' | 'audio' | 'text' | 'pdf' | 'other';

/** What the viewer shows in the whole window. */
export function isViewed(file: Pick<Attachment, 'mimeType' | 'sizeBytes'>): boolean {
  return ['picture', 'text', 'pdf'].includes(kindOfFile(file));
}

/** How a file is shown. */
export function kindOfFile(file: Pick<Attachment, 'mimeType' | 'sizeBytes'>): FileKind {
  if (isPicture(file)) return 'picture';
  if (VIDEO.test(file.mimeType)) return 'video';
  if (AUDIO.test(file.mimeType)) return 'audio';
  if (file.mimeType === 'application/pdf') return 'pdf';
  return TEXT.test(file.mimeType) ? 'text' : 'other';
}

/** How wide and high a picture is shown at most, in rem; the stylesheet says the same (`attachments.module.css`). */
const SHOWN = { width: 26, height: 20 };

/** The place that a picture takes, also before it is loaded; null where its size is not known. */
export function pictureBox({ width, height }: Pick<Attachment, 'width' | 'height'>) {
  if (width === null || height === null) return null;
  const aspectRatio = width / height;
  return { aspectRatio, width: `min(${width}px, ${widestRem(aspectRatio)}rem)` };
}

/** How wide a picture is shown where there is room, in CSS pixels, of which there are `rem` for each rem. */
export function shownWidth({ width, height }: { width: number; height: number }, rem: number): number {
  return Math.min(width, widestRem(width / height) * rem);
}

const widestRem = (aspectRatio: number) => Math.min(SHOWN.width, SHOWN.height * aspectRatio);

/** How large a file is, for people. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(0)} kB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
