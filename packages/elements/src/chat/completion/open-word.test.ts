import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.js';
import { openWordOf } from './open-word.js';

/** The word before the mark `|`, with its sign. */
function openIn(marked: string): string | null {
  const caret = marked.indexOf('|');
  const word = openWordOf(marked.replace('|', ''), caret);
  return word && word.sign + word.query;
}

describe('a word is completed', () => {
  test.each([
    ['@|', '@'],
    ['@an|', '@an'],
    ['hello @an|', '@an'],
    ['hello\n@an|', '@an'],
    ['(@an|', '@an'],
    ['"@an|', '@an'],
    ['**@an|', '@an'],
    ['_@an|', '@an'],
    ['> @an|', '@an'],
    ['@an|na', '@an'],
    ['@a.b-c_d+e|', '@a.b-c_d+e'],
    ['@größe|', '@größe'],
    ['#gen|', '#gen'],
    ['#|', '#'],
    [':ta|', ':ta'],
    ['hi :tada|', ':tada'],
    ['/|', '/'],
    ['/dep|', '/dep'],
    ['/deploy@rob|', '/deploy@rob'],
    ['/dep|loy', '/dep'],
    ['@anna @b|', '@b'],
  ])('in %j it is %j', (text, word) => expect(openIn(text)).toBe(word));
});

describe('nothing is completed', () => {
  test.each([
    '|',
    'hello|',
    'ada@example|',
    'a#1|',
    'a:bc|',
    '@an |',
    '@an na|',
    '@@an|',
    ':|',
    ':)|',
    ':D|',
    ': tada|',
    ':tada:|',
    'http://example|',
    ' /dep|',
    'a /dep|',
    '/dep now|',
    '/Dep|',
    'hello |@anna',
    `@${'a'.repeat(65)}|`,
    `/${'a'.repeat(33)}|`,
  ])('in %j', (text) => expect(openIn(text)).toBeNull());
});

test('the word stands in the text where it says', () => {
  const pieces = fc.constantFrom('@', '#', ':', '/', ' ', '\n', 'anna', 'é', '😀', '(', '.');
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    anyText,
  );
  fc.assert(
    fc.property(text, fc.nat(12), (given, place) => {
      const caret = Math.min(place, given.length);
      const word = openWordOf(given, caret);
      return (
        word === null || (word.end === caret && given.slice(word.start, word.end) === word.sign + word.query)
      );
    }),
  );
});
