import type { PictureSize } from '../../protocol/records/file-address.js';
import type { AVATAR_LOADERS } from '../../users/avatar-format.js';
import type { AttachmentRow } from '../record.js';

/** The types of pictures that are made smaller. An animation would have to be encoded frame by frame: it stays as it is. */
const SMALLER_TYPES = {
  'image/jpeg': true,
  'image/png': true,
  'image/webp': true,
  'image/avif': true,
  'image/gif': false,
  'image/svg+xml': false,
} as const satisfies Readonly<Record<keyof typeof AVATAR_LOADERS, boolean>>;

type Types = typeof SMALLER_TYPES;
export type SmallerType = { [Type in keyof Types]: Types[Type] extends true ? Type : never }[keyof Types];

/** The file is in memory while it is decoded. */
const BYTES_MAX = 40 * 1024 * 1024;

type Picture = Pick<AttachmentRow, 'mimeType' | 'sizeBytes' | 'width' | 'height'>;

/** The size that a file is to be served in; null for a file that is served as it is, because it is small or no picture. */
export function wantedSize(
  { mimeType, sizeBytes, width, height }: Picture,
  size: PictureSize | undefined,
): PictureSize | null {
  if (size === undefined || width === null || height === null) return null;
  return isSmallerType(mimeType) && sizeBytes <= BYTES_MAX && Math.max(width, height) > size ? size : null;
}

export function isSmallerType(mimeType: string): mimeType is SmallerType {
  return Object.entries(SMALLER_TYPES).some(([type, isSmaller]) => isSmaller && type === mimeType);
}
