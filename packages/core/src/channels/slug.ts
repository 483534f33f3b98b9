export const CHANNEL_NAME_MIN = 2;
export const CHANNEL_NAME_MAX = 32;

/**
 * The slug of a channel name: trimmed, lowercased, white space to "-"; null when that is not 2 to 32 letters of any
 * script, digits, "_" or "-" (docs/reference.md, section 4.2). Marks are allowed, because many scripts need them.
 */
export function channelSlug(name: string): string | null {
  const slug = name.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, '-').normalize('NFC');
  const length = [...slug].length;
  if (length < CHANNEL_NAME_MIN || length > CHANNEL_NAME_MAX) return null;
  return /^[\p{L}\p{N}\p{M}_-]+$/u.test(slug) ? slug : null;
}
