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

/** What is written for `"`: quotation marks of all languages, and the double prime. */
export const DOUBLE_QUOTES = '"“”„‟«»「」『』〝〞〟″‶״❝❞';
/** What is written for `'`: quotation marks, apostrophes and the prime; also within words, as in `Hawaiʻi`. */
const APOSTROPHES = '‘’‚‛‹›′‵´ʹʻʼʽʾʿˈ՚׳❛❜❟';
/** What is written for `-` beside the dashes of Unicode, and what stands among those for `~`. */
const HYPHENS = '−⁃';
const TILDES = '〜';

const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['"', DOUBLE_QUOTES],
    ["'", APOSTROPHES],
    ['-', HYPHENS],
    ['~', TILDES],
  ].flatMap(([plain = '', signs = '']) => [...signs].map((sign) => [sign, plain])),
);
const SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}\\p{Pd}]`, 'gu');
/** Signs of which a decomposition makes something else. */
const DECOMPOSED_SIGN = /[´″‶]/g;

/**
 * Accents of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic. Marks of other scripts make other
 * words.
 */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u064b-\u065f\u0670]/gu;
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;
const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;
const ASCII = /^[\t\n\r -~]*$/;

/**
 * A text as search compares it: without case, accents and compatibility forms (full and half width, ligatures), with the
 * quotes, hyphens and digits of ASCII, each white space one space. Indexes have this form, so a change of it takes a new
 * `INDEXED_FORM`.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/\s+/g, ' ');
  return foldPart(text);
}

function foldPart(text: string): string {
  return text
    .replace(DECOMPOSED_SIGN, plainSign)
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(IGNORED, '')
    .replace(/[ßæœøđðħıłþς]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(SIGN, plainSign)
    .replace(OTHER_DIGIT, asciiDigit)
    .normalize('NFC')
    .replace(/\s+/gu, ' ');
}

const plainSign = (sign: string) => SIGNS[sign] ?? '-';

/** Digits of a script stand side by side, from zero to nine (Unicode 4.6). */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before);
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
  // Long texts have few different characters.
  const known = new Map<string, string>();
  for (const { 0: segment, index } of original.matchAll(SEGMENT)) {
    const part = known.get(segment) ?? foldSegment(segment);
    known.set(segment, part);
    // Some characters begin with a space when they are taken apart.
    const folded = text.endsWith(' ') && part.startsWith(' ') ? part.slice(1) : part;
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
  return segment.length === 1 && segment > ' ' && segment < '\x7f'
    ? segment.toLowerCase()
    : foldPart(segment);
}

const HIDDEN = '\\p{Default_Ignorable_Code_Point}';
/** What belongs to the character before it: marks, also those of half-width Kana, and what shows nothing. */
const ATTACHED = `[\\p{M}\\uff9e\\uff9f${HIDDEN}]*`;
/** One of them is ignored, and no white space here. */
const SPACE = '[^\\S\\ufeff]';
/** Consonants, vowels and final consonants of Hangul of which Unicode makes syllables, and syllables: each in all its forms. */
const HANGUL = {
  first: '[\\u1100-\\u1112\\u3131-\\u314e\\u3260-\\u326d\\uffa1-\\uffbe]',
  vowel: '[\\u1161-\\u1175\\u314f-\\u3163\\uffc2-\\uffdc]',
  last: '[\\u11a8-\\u11c2\\u3133\\u3135\\u3136\\u313a-\\u313f\\uffa3\\uffa5\\uffa6\\uffaa-\\uffaf]',
  syllable: '[\\uac00-\\ud7a3\\u326e-\\u327e]',
};
const LAST = `(?:${HANGUL.last}${ATTACHED})?`;
/** What is folded together, since of its parts alone something else is made. */
const SEGMENT = new RegExp(
  [
    `${SPACE}(?:${SPACE}|${HIDDEN})*`,
    `${HANGUL.first}${ATTACHED}${HANGUL.vowel}${ATTACHED}${LAST}`,
    `${HANGUL.syllable}${ATTACHED}${LAST}`,
    `\\P{M}${ATTACHED}`,
    '\\p{M}+',
  ].join('|'),
  'gu',
);
