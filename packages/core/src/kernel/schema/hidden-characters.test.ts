import { describe, expect, test } from 'vitest';
import { hiddenIn, isVisible, nameOfCharacter, unsafeIn, withoutHidden } from './hidden-characters.js';
import { nameText, readableText } from './text.js';

const Name = nameText(1, 64);
const Topic = readableText(0, 1024);

/** Every code point that can stand alone in a text. */
const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe('names that need a hidden character', () => {
  test.each([
    ['a family', '👩‍👩‍👧'],
    ['a heart', '❤️'],
    ['a heart as text', '❤︎'],
    ['a flag of a pattern', '🏳️‍🌈'],
    ['a profession with a skin tone', '👩🏽‍⚕️'],
    ['a direction of walking', '🏃‍➡️'],
    ['a keycap', '1️⃣'],
    ['a flag of a region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['Persian', 'می‌خواهم'],
    ['Sinhala', 'ශ්‍රී'],
    ['Devanagari', 'क्‍ष'],
    ['Malayalam with a joiner at the end', 'അവന്‍'],
    ['a variant of a Han character', '葛󠄀飾'],
    ['Mongolian', 'ᠬᠠᠭᠠᠨ᠎ᠠ'],
  ])('%s', (_what, name) => {
    expect(Name.safeParse(name)).toMatchObject({ success: true, data: name });
    expect(withoutHidden(name)).toBe(name);
  });
});

describe('names that deceive', () => {
  test.each([
    ['ali\u202ece', 'must not contain U+202E (RIGHT-TO-LEFT OVERRIDE)'],
    ['\u2066alice\u2069', 'must not contain U+2066 (LEFT-TO-RIGHT ISOLATE)'],
    ['alice\u200b', 'must not contain U+200B (ZERO WIDTH SPACE)'],
    ['ali\u200dce', 'must not contain U+200D (ZERO WIDTH JOINER)'],
    ['alice\ufe0f', 'must not contain U+FE0F (VARIATION SELECTOR-16)'],
    ['👩\u200d', 'must not contain U+200D (ZERO WIDTH JOINER)'],
    ['م\u200c', 'must not contain U+200C (ZERO WIDTH NON-JOINER)'],
    ['e\u0301\u200dx', 'must not contain U+200D (ZERO WIDTH JOINER)'],
    ['a\u00adb', 'must not contain U+00AD (SOFT HYPHEN)'],
    ['\u3164', 'must not contain U+3164 (HANGUL FILLER)'],
    ['alice\u{e0041}', 'must not contain U+E0041'],
    ['\u001b[31malice', 'must not contain U+001B (ESCAPE)'],
    ['a\nb', 'must not contain U+000A (LINE FEED)'],
    ['a\u2028b', 'must not contain U+2028 (LINE SEPARATOR)'],
    ['a\0b', 'must not contain U+0000 (NULL)'],
    ['a\ud800b', 'must not contain U+D800'],
    ['\u2800\u2800', 'must have a visible character'],
    ['\u0301', 'must have a visible character'],
    [' \u00a0\u3000 ', 'must have at least 1 character'],
  ])('%j', (name, message) => {
    expect(Name.safeParse(name).error?.issues[0]?.message).toBe(message);
  });

  test('no default ignorable, bidirectional or control character passes between letters or alone', () => {
    const hidden = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;
    const passed = CHARACTERS.filter((character) => hidden.test(character)).filter(
      (character) => hiddenIn(`a${character}b`) === null || hiddenIn(character) === null,
    );
    expect(passed).toEqual([]);
  });

  test('every letter, digit, punctuation mark and symbol passes, and shows something', () => {
    const shown = /[\p{L}\p{N}\p{P}\p{S}]/u;
    const refused = CHARACTERS.filter((character) => shown.test(character) && character !== '\u2800').filter(
      (character) => hiddenIn(character) !== null || !isVisible(character),
    );
    // The Hangul fillers are letters that show nothing.
    expect(refused).toEqual(['\u115f', '\u1160', '\u3164', '\uffa0']);
  });

  test('what is left without hidden characters is a name, or nothing', () => {
    // An `expect` for each would take longer than all else here.
    const left = CHARACTERS.filter(
      (character) => hiddenIn(withoutHidden(`a${character}b${character}`)) !== null,
    );
    expect(left).toEqual([]);
  });
});

describe('longer texts', () => {
  test.each([
    'two\nlines\tand\r\nmore',
    'שלום \u2067abc\u2069 \u200f!',
    '\u202bשלום\u202c',
    'می‌خواهم',
    '',
    '👩‍👩‍👧',
  ])('%j passes', (topic) => {
    expect(Topic.safeParse(topic)).toMatchObject({ success: true, data: topic });
  });

  test.each([
    ['\u001b]0;title\u0007', 'must not contain U+001B (ESCAPE)'],
    ['a\u202eb\u202c', 'must not contain U+202E (RIGHT-TO-LEFT OVERRIDE)'],
    ['a\u2067b', 'must not contain U+2067 (RIGHT-TO-LEFT ISOLATE)'],
    ['a\u2067b\nc\u2069', 'must not contain U+2067 (RIGHT-TO-LEFT ISOLATE)'],
    ['a\0', 'must not contain U+0000 (NULL)'],
  ])('%j is refused', (topic, message) => {
    expect(Topic.safeParse(topic).error?.issues[0]?.message).toBe(message);
  });

  test('every character that is no control and no override passes', () => {
    const refused = CHARACTERS.filter(
      (character) => !/\p{Cc}/u.test(character) && unsafeIn(character) !== null,
    );
    expect(refused.map(nameOfCharacter)).toEqual([
      'U+202A (LEFT-TO-RIGHT EMBEDDING)',
      'U+202B (RIGHT-TO-LEFT EMBEDDING)',
      'U+202D (LEFT-TO-RIGHT OVERRIDE)',
      'U+202E (RIGHT-TO-LEFT OVERRIDE)',
      'U+2066 (LEFT-TO-RIGHT ISOLATE)',
      'U+2067 (RIGHT-TO-LEFT ISOLATE)',
      'U+2068 (FIRST STRONG ISOLATE)',
      'U+FFF9',
      'U+FFFA',
      'U+FFFB',
    ]);
  });
});
