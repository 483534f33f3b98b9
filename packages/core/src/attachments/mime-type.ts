import type { ReceivedFile } from '../kernel/services/file-store.js';

const UNKNOWN = 'application/octet-stream';

/** RFC 6838, 4.2: the characters and the length of a type's name. */
const SANE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;

/**
 * The media type of a file: what its content shows, else what the uploader says if that is a media type at all.
 * A raster image that does not look like one is not called one, because images are shown where they are fetched.
 */
export async function mimeTypeOf(file: Pick<ReceivedFile, 'path' | 'mimeType'>): Promise<string> {
  // Loaded when first needed: a service at rest can do without its 7 MB.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(file.path);
  if (found && found.mime !== 'application/xml') return found.mime;
  const declared = (file.mimeType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return SANE.test(declared) && !INLINE_TYPES.has(declared) ? declared : UNKNOWN;
}

/** What a browser may show in place: images that hold nothing which could run. */
export const INLINE_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
  'image/avif',
]);
