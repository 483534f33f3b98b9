/**
 * Characters that show nothing of their own, or change the direction of what stands around them: controls, line and
 * paragraph separators, what Unicode calls default ignorable (which has all bidirectional controls), the marks of
 * interlinear annotations, and what is no character.
 */
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/u;

/** Scripts whose letters are written apart or together by a joiner between them. */
const JOINED = '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mand}\\p{sc=Nkoo}\\p{sc=Adlm}\\p{sc=Rohg}';
/** Scripts whose conjuncts are written by a joiner after a mark (RFC 5892, appendices A.1 and A.2). */
const CONJUNCT =
  '\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}';
/** A pictograph, its skin tone and its presentation (UTS #51, section 1.4.9). */
const PICTOGRAPH = '\\p{ExtPict}\\p{Emoji_Modifier}?[\\ufe0e\\ufe0f]?';

/** Where a hidden character is a part of what is shown, so that a text without it would be another. */
const NEEDED = new RegExp(
  [
    // A flag of a region, such as that of Scotland.
    '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
    `${PICTOGRAPH}(?:\\u200d${PICTOGRAPH})*`,
    '[0-9#*]\\ufe0f\\u20e3',
    // The form of a Han character in a name, and of a Mongolian letter.
    '\\p{Unified_Ideograph}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{sc=Mong})[\\u180b-\\u180f]',
    `(?<=[${JOINED}])[\\u200c\\u200d](?=[${JOINED}])`,
    `(?<=(?=\\p{M})[${CONJUNCT}])[\\u200c\\u200d]`,
  ].join('|'),
  'gu',
);

/** What a reader sees: letters, digits, punctuation and symbols, without the blank of Braille. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}]/u;
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The first character of a text that a name may not have; null if there is none. */
export function hiddenIn(text: string): string | null {
  const [found = null] = HIDDEN.exec(text.replace(NEEDED, '')) ?? [];
  return found;
}

/** The text without the characters that a name may not have. */
export function withoutHidden(text: string): string {
  const needed = [...text.matchAll(NEEDED)];
  let [shown, from] = ['', 0];
  for (const { index, 0: sequence } of needed) {
    shown += text.slice(from, index).replaceAll(HIDDEN_ALL, '') + sequence;
    from = index + sequence.length;
  }
  return shown + text.slice(from).replaceAll(HIDDEN_ALL, '');
}

const HIDDEN_ALL = new RegExp(HIDDEN.source, 'gu');

/** Whether a text shows anything at all. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text.replace(BLANK, ''));
}

/** Controls other than those of lines and columns, and overrides of the direction of a text. */
const UNSAFE_IN_TEXT = /[^\P{Cc}\t\n\r]|[\u202d\u202e\ufff9-\ufffb]|\p{Cs}/u;
const OPENING = /[\u202a\u202b\u2066-\u2068]/;

/**
 * The first character that a longer text may not have; null if there is none. Marks, embeddings and isolates of direction
 * are needed where scripts are mixed, so they are allowed; one that is not closed would turn what is shown after the text.
 */
export function unsafeIn(text: string): string | null {
  const [found = null] = UNSAFE_IN_TEXT.exec(text) ?? [];
  return found ?? unclosedIn(text);
}

/** The last embedding or isolate that is still open at the end of a line (UAX #9, rules X1 to X8). */
function unclosedIn(text: string): string | null {
  for (const line of text.split(/[\r\n\u2029]/)) {
    const open: string[] = [];
    for (const character of line) {
      if (OPENING.test(character)) open.push(character);
      else if (character === '\u202c' || character === '\u2069') open.pop();
    }
    const last = open.at(-1);
    if (last !== undefined) return last;
  }
  return null;
}

/** How a message names a character that cannot be shown: `U+202E (RIGHT-TO-LEFT OVERRIDE)`. */
export function nameOfCharacter(character: string): string {
  const shown = isVisible(character) && hiddenIn(character) === null ? `"${character}" ` : '';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = NAMES[code];
  return `${shown}U+${code}${name === undefined ? '' : ` (${name})`}`;
}

/** The names in the Unicode Character Database of those that are met most. */
const NAMES: Readonly<Record<string, string>> = {
  '0000': 'NULL',
  '0007': 'BELL',
  '0008': 'BACKSPACE',
  '0009': 'TAB',
  '000A': 'LINE FEED',
  '000D': 'CARRIAGE RETURN',
  '001B': 'ESCAPE',
  '007F': 'DELETE',
  '0085': 'NEXT LINE',
  '00AD': 'SOFT HYPHEN',
  '034F': 'COMBINING GRAPHEME JOINER',
  '061C': 'ARABIC LETTER MARK',
  '115F': 'HANGUL CHOSEONG FILLER',
  '1160': 'HANGUL JUNGSEONG FILLER',
  '180E': 'MONGOLIAN VOWEL SEPARATOR',
  '200B': 'ZERO WIDTH SPACE',
  '200C': 'ZERO WIDTH NON-JOINER',
  '200D': 'ZERO WIDTH JOINER',
  '200E': 'LEFT-TO-RIGHT MARK',
  '200F': 'RIGHT-TO-LEFT MARK',
  '2028': 'LINE SEPARATOR',
  '2029': 'PARAGRAPH SEPARATOR',
  '202A': 'LEFT-TO-RIGHT EMBEDDING',
  '202B': 'RIGHT-TO-LEFT EMBEDDING',
  '202C': 'POP DIRECTIONAL FORMATTING',
  '202D': 'LEFT-TO-RIGHT OVERRIDE',
  '202E': 'RIGHT-TO-LEFT OVERRIDE',
  '2060': 'WORD JOINER',
  '2066': 'LEFT-TO-RIGHT ISOLATE',
  '2067': 'RIGHT-TO-LEFT ISOLATE',
  '2068': 'FIRST STRONG ISOLATE',
  '2069': 'POP DIRECTIONAL ISOLATE',
  '3164': 'HANGUL FILLER',
  FE0F: 'VARIATION SELECTOR-16',
  FEFF: 'ZERO WIDTH NO-BREAK SPACE',
  FFA0: 'HALFWIDTH HANGUL FILLER',
};
