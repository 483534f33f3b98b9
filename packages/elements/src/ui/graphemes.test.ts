import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../testing/any-text.js';
import { beginningOf, firstOf } from './graphemes.js';

const FAMILY = '👩‍👩‍👧';

describe('the beginning of a text', () => {
  test.each([
    ['', 5, ''],
    ['abc', 0, ''],
    ['abc', 2, 'ab'],
    ['abc', 3, 'abc'],
    ['abc', 4, 'abc'],
    ['a😀', 1, 'a'],
    ['a😀', 2, 'a'],
    ['a😀', 3, 'a😀'],
    ['a😀b', 3, 'a😀'],
    // Letters of one base with accents, flags, families, tones, a line break of two characters.
    ['ae\u0301', 2, 'a'],
    ['ae\u0301', 3, 'ae\u0301'],
    ['a🇩🇪', 3, 'a'],
    [`a${FAMILY}`, FAMILY.length, 'a'],
    [`a${FAMILY}`, FAMILY.length + 1, `a${FAMILY}`],
    ['👍🏽', 2, ''],
    ['a\r\nb', 2, 'a'],
    ['한국', 1, '한'],
    ['نَص', 1, ''],
  ])('%j, %i is %j', (text, max, expected) => expect(beginningOf(text, max)).toBe(expected));

  test('is the longest that fits and cuts no character in two, for any text', () => {
    const pieces = fc.constantFrom(
      'a',
      ' ',
      '😀',
      'e\u0301',
      '🇩🇪',
      FAMILY,
      '👍🏽',
      '\r\n',
      '\ud800',
      '\udc00',
      '\u200d',
      'ﷺ',
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      anyText,
    );
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(text, fc.nat(30), (given, max) => {
        const beginning = beginningOf(given, max);
        const ends = [
          0,
          ...[...segmenter.segment(given)].map(({ index, segment }) => index + segment.length),
        ];
        return (
          given.startsWith(beginning) && beginning.length === Math.max(...ends.filter((end) => end <= max))
        );
      }),
    );
  });
});

test.each([
  ['', ''],
  ['a', 'a'],
  ['😀a', '😀'],
  ['🇩🇪 Team', '🇩🇪'],
  [`${FAMILY}x`, FAMILY],
  ['e\u0301cole', 'e\u0301'],
])('the first character of %j is %j', (text, first) => expect(firstOf(text)).toBe(first));
