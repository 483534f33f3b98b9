/** Properties that say where something is: those of Exif (CIPA DC-010), of the makers of drones, and of the vocabulary `geo`. */
const NAME = '[\\w-]{1,40}:(?:(?:GPS|Gps)\\w{0,40}|Latitude|Longitude|lat|long)';

/** No property is longer that the expression below matches. */
export const PROPERTY_BYTES_MAX = 4_096;

/**
 * A property as an attribute, or as an element with text in it. Each part is bounded, and only `<` and white space begin one,
 * so that the time follows the bytes.
 */
const PROPERTY = new RegExp(
  `(?<=\\s)${NAME}\\s{0,8}=\\s{0,8}(?:"[^"<]{0,1000}"|'[^'<]{0,1000}')|<(${NAME})(?:\\s[^<>]{0,500})?>[^<]{0,1000}</\\1\\s{0,8}>`,
  'g',
);

/**
 * The bytes of a part of a file with blanks in place of the XMP properties that say where something is, which leaves the
 * XMP well formed; null where there are none.
 */
export function withoutPositions(bytes: Buffer): Buffer | null {
  // Most of a picture has none of these, and is not read as text.
  if (!NEEDLES.some((needle) => bytes.includes(needle))) return null;
  const blanked = Buffer.from(bytes);
  for (const { 0: text, index } of bytes.toString('latin1').matchAll(PROPERTY))
    blanked.fill(' ', index, index + text.length);
  return blanked.equals(bytes) ? null : blanked;
}

const NEEDLES = [':GPS', ':Gps', ':Latitude', ':Longitude', ':lat', ':long'];
