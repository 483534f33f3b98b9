/** What a search finds an entry of the contents by, in lower case. */
export interface Searched {
  readonly title: string;
  /** Its id and path. */
  readonly name: string;
  /** All that its section says. */
  readonly text: string;
}

/** The rank of an entry whose section alone has all words. */
export const IN_TEXT = 5;

/**
 * How well an entry fits, from 0 for the best; null where it lacks a word. Its title comes before its path, and that before
 * what its section says.
 */
export function rankOf({ title, name, text }: Searched, words: readonly string[]): number | null {
  const has = (where: string) => words.every((word) => where.includes(word));
  const query = words.join(' ');
  if (title === query) return 0;
  if (title.startsWith(query)) return 1;
  if (words.every((word) => title.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)))) return 2;
  if (has(title)) return 3;
  if (has(`${title} ${name}`)) return 4;
  return has(`${title} ${name} ${text}`) ? IN_TEXT : null;
}
