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

/** A part of a text, in UTF-16 units: from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A folded text, and the way back. */
export interface FoldedText {
  readonly text: string;
  /** What of the original a part of the folded text comes from. */
  rangeOf(part: TextRange): TextRange;
}

/** `fold`, with the way back. */
export function foldWithOffsets(original: string): FoldedText {
  if (ASCII.test(original) && !/\s\s/.test(original))
    return { text: fold(original), rangeOf: (part) => part };
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
  return {
    text,
    rangeOf: ({ start, end }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? original.length }),
  };
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
