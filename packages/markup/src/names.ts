/** Scripts that write no spaces between words. The long vowel of Kana belongs to no script alone. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
/** A letter of such a script, for a regular expression with the flag `u`. */
export const DENSE_LETTER = `[${SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`;
const DENSE = new RegExp(DENSE_LETTER, 'u');
const PART_OF_WORD = /[\p{L}\p{N}\p{M}_.+\-@/]/u;
const DIGIT = /\p{N}/u;

/** Whether a name may follow a character; empty stands for the beginning. Marks of emphasis are no characters here. */
export function mayStandBefore(character: string): boolean {
  if (DIGIT.test(character)) return false;
  return DENSE.test(character) || !PART_OF_WORD.test(character);
}

/** The last character of a text; empty where there is none. */
export function lastCharacter(text: string): string {
  return [...text.slice(-2)].at(-1) ?? '';
}

const TRAILING = /[._-]+$/;
const CHARACTERS_MIN = 2;
const CHARACTERS_MAX = 32;

/**
 * Whom a typed name may mean, in lower case and the likeliest first: in `@bob.` the full stop may belong to the name. A name
 * that nobody can have means nobody.
 */
export function spellingsOf(typed: string): string[] {
  // To cut a long run of them off would take a quadratic time.
  if (typed.length > 2 * CHARACTERS_MAX) return [];
  const name = typed.toLowerCase();
  const spellings = new Set([name, name.replace(TRAILING, '')]);
  return [...spellings].filter(({ length }) => length >= CHARACTERS_MIN && length <= CHARACTERS_MAX);
}
