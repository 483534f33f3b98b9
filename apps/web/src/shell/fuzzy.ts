/** How well a text is found in a name, from best to worst. */
const FITS = ['same', 'start', 'word', 'inside', 'letters'] as const;
export type Fit = (typeof FITS)[number];

/** The place of a fit among all: the smaller, the better. */
export function rankOf(fit: Fit): number {
  return FITS.indexOf(fit);
}

/**
 * How a text is found in a name, without regard to case and accents: as the whole name, at its start, at the start of a
 * word, anywhere, or with all its letters in their order (`gnrl` in `general`); null where it is not.
 */
export function fitOf(text: string, name: string): Fit | null {
  const wanted = folded(text.trim());
  const given = folded(name);
  if (given === wanted) return 'same';
  if (given.startsWith(wanted)) return 'start';
  if (startsWords(wanted, wordsOf(given))) return 'word';
  if (given.includes(wanted)) return 'inside';
  return hasLetters(given, wanted) ? 'letters' : null;
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** Whether each word of the text begins a word of the name, in the same order. */
function startsWords(wanted: string, words: readonly string[]): boolean {
  const parts = wordsOf(wanted);
  let at = 0;
  for (const part of parts) {
    while (at < words.length && !words[at]?.startsWith(part)) at++;
    if (at++ >= words.length) return false;
  }
  return parts.length > 0;
}

function hasLetters(name: string, wanted: string): boolean {
  let at = 0;
  for (const letter of wanted.replaceAll(/\s/g, '')) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
