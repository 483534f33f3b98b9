/** Letters that no decomposition turns into plain ones (Unicode 3.13 leaves them), and both forms of sigma. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};

/**
 * Accents of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic. Marks of other scripts make other
 * words.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u064b-\u065f\u0670]/gu;
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
/** What is folded together: white space, a syllable of Hangul in parts, or a character with its marks. */
const SEGMENT = /\s+|[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|\P{M}\p{M}*|\p{M}+/gu;
const ASCII = /^[\t\n\r -~]*$/;

/**
 * A text as search compares it: without case, accents, and compatibility forms (full width, ligatures), each white space one
 * space. The index has this form, so a change of it takes a new index.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/\s+/g, ' ');
  return text.replace(SEGMENT, foldSegment);
}

/** A folded text, and for each of its UTF-16 units the range of the original that it comes from. */
export interface FoldedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** `fold`, with the way back. */
export function foldWithOffsets(original: string): FoldedText {
  if (ASCII.test(original) && !/\s\s/.test(original)) return withSameOffsets(fold(original));
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: segment, index } of original.matchAll(SEGMENT)) {
    const folded = foldSegment(segment);
    text += folded;
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(index);
      ends.push(index + segment.length);
    }
  }
  return { text, starts, ends };
}

function withSameOffsets(text: string): FoldedText {
  const starts = Array.from(text, (_, index) => index);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

function foldSegment(segment: string): string {
  if (/^\s/u.test(segment)) return ' ';
  if (segment.length === 1 && segment < '\x7f') return segment.toLowerCase();
  const plain = segment.normalize('NFKD').toLowerCase().normalize('NFKD').replace(ACCENTS, '');
  const letters = plain
    .replace(IGNORED, '')
    .replace(/[ßæœøđðħıłþς]/gu, (letter) => LETTERS[letter] ?? letter);
  return letters.normalize('NFC').replace(/\s+/gu, ' ');
}
