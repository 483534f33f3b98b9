import type { ReceivedFile } from '../kernel/services/file-store.js';

const UNKNOWN = 'application/octet-stream';

/** RFC 6838, 4.2: the characters and the length of a type's name. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

/**
 * The media type of a file: the one that its content shows, else the one that the uploader gives, if it is well formed.
 * A declared raster image whose content is not one does not count, because images are served as `inline`.
 */
export async function mimeTypeOf(file: Pick<ReceivedFile, 'path' | 'mimeType'>): Promise<string> {
  // Loaded when first needed, because it takes 7 MB.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file.path);
  if (found && found.mime !== 'application/xml') return found.mime;
  const declared = (file.mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return MEDIA_TYPE.test(declared) && !INLINE_TYPES.has(declared) ? declared : UNKNOWN;
}

/** Served as `inline`: raster images, which contain nothing that a browser could run. */
export const INLINE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
]);
