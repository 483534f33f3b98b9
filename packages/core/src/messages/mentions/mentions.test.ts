import { mentionsIn, parse } from '@palaver/markup';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMentions, markedOf } from './find.js';

test('of any text are those of its tree, also where it is not parsed', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '@bob',
      '@here',
      '&#64;bob',
      '&commat;bob',
      '\\@bob',
      '@',
      '`',
      '```\n',
      '[',
      '](x)',
      ' ',
      '\n',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      expect(findMentions(text)).toEqual(mentionsIn(parse(text)));
    }),
  );
});

describe('of a text with marks are those that it shows and somebody marked', () => {
  test.each([
    ['@bob @carol @channel', ['@bob', '@here'], [['bob']], false],
    ['`@bob` [@carol](https://x.y) @dan', ['@bob', '@carol', '@dan'], [['dan']], false],
    ['```\n@channel\n```', ['@channel'], [], false],
    ['@Channel', ['@channel'], [], true],
    ['@Bob.', ['@BOB'], [['bob']], false],
    ['@bob.', ['@bob.'], [['bob.']], false],
    ['@bobby', ['@bob'], [], false],
  ])('%j with %j: %j', (text, marks, names, channel) => {
    expect(markedOf(findMentions(text), marks)).toEqual({ names, channel, here: false });
  });
});
