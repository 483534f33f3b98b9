import { AppError } from '../kernel/errors/app-error.js';

/** The image formats of avatars, each with the libvips loader that may read it. */
export const AVATAR_LOADERS = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
  'image/svg+xml': 'VipsForeignLoadSvgBuffer',
} as const;
export type AvatarFormat = keyof typeof AVATAR_LOADERS;

/** An animated PNG is a PNG, too. */
const ALIASES: Readonly<Record<string, AvatarFormat>> = { 'image/apng': 'image/png' };

const ACCEPTED = 'JPEG, PNG, WebP, GIF, AVIF or SVG';

/**
 * The format by the content alone. Throws `UNSUPPORTED_MEDIA_TYPE` for a file of another kind, and `IMAGE_UNREADABLE` for
 * content of no known kind.
 */
export async function avatarFormatOf(bytes: Uint8Array): Promise<AvatarFormat> {
  // Loaded when first needed, because it takes 7 MB.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  // file-type recognises XML by its declaration, which an SVG need not have.
  if (found === undefined || found.mime === 'application/xml') {
    if (isSvg(bytes)) return 'image/svg+xml';
    throw new AppError('IMAGE_UNREADABLE', {
      message: `The file cannot be decoded as an image; send a ${ACCEPTED} image.`,
    });
  }
  const mime = ALIASES[found.mime] ?? found.mime;
  if (isAccepted(mime)) return mime;
  // Only images are found so surely that their type helps: a text in UTF-16 can look like a sound.
  throw unsupportedAvatar(found.mime.startsWith('image/') ? found.mime : undefined);
}

/** The error for a file that is no image of an accepted type. */
export function unsupportedAvatar(type = 'a file of this type'): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', {
    message: `The image cannot be ${type}; send a ${ACCEPTED} image.`,
  });
}

function isAccepted(mime: string): mime is AvatarFormat {
  return Object.hasOwn(AVATAR_LOADERS, mime);
}

/** A declaration, comments and a document type before the root are seldom longer than a few hundred bytes. */
const PROLOG_BYTES = 16 * 1024;

/** What may come before the root element (XML 1.0, 2.8). */
const PROLOG = [/^\s+/, /^<\?.*?\?>/s, /^<!--.*?-->/s, /^<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/];
const ROOT_IS_SVG = /^<(?:[\w-]+:)?svg[\s/>]/;

/** Whether a text is an SVG: UTF-8 whose first element is `svg`. The decoder finds out whether it is valid. */
function isSvg(bytes: Uint8Array): boolean {
  let rest = new TextDecoder().decode(bytes.subarray(0, PROLOG_BYTES));
  for (;;) {
    const item = PROLOG.map((pattern) => pattern.exec(rest)?.[0]).find((text) => text !== undefined);
    if (item === undefined) return ROOT_IS_SVG.test(rest);
    rest = rest.slice(item.length);
  }
}

/** Whether a WebP is an animation: its extended header says so (RFC 9649, 2.7). */
export function isAnimated(webp: Buffer): boolean {
  const [flags = 0] = webp.subarray(20, 21);
  return webp.subarray(12, 16).toString('latin1') === 'VP8X' && (flags & 0x02) !== 0;
}
