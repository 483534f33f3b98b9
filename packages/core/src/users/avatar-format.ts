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

/** The format by the content alone; null for one that is not accepted. */
export async function sniffAvatar(bytes: Uint8Array): Promise<AvatarFormat | null> {
  // Loaded when first needed, because it takes 7 MB.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  // file-type recognises XML by its declaration, which an SVG need not have.
  if (found === undefined || found.mime === 'application/xml') return isSvg(bytes) ? 'image/svg+xml' : null;
  return ALIASES[found.mime] ?? (isAccepted(found.mime) ? found.mime : null);
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
