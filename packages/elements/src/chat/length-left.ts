/** Characters of a message (docs/reference.md, section 8). An operator may allow fewer: then the service says so. */
const MAX = 4_000;
/** From this many left they are counted for the person. */
const COUNTED_FROM = 200;

/** How many characters (code points) a message has left; below zero, how many are too many. Null while there are plenty. */
export function lengthLeft(content: string): number | null {
  // A code point is one or two units, so most texts need no counting.
  if (content.length < MAX - COUNTED_FROM) return null;
  let count = 0;
  for (const _ of content) count++;
  return count < MAX - COUNTED_FROM ? null : MAX - count;
}
