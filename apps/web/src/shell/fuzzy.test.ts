import { anyText } from '@palaver/elements/testing/any-text.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitOf } from './fuzzy.js';

test.each([
  ['general', 'general', 'same'],
  ['gen', 'general', 'start'],
  ['', 'general', 'start'],
  ['des', 'team-design', 'word'],
  ['ad lov', 'Ada King Lovelace', 'word'],
  ['lov ad', 'Ada Lovelace', null],
  ['era', 'general', 'inside'],
  ['gnrl', 'general', 'letters'],
  ['tmdsg', 'team-design', 'letters'],
  ['lg', 'general', null],
  ['generals', 'general', null],
  ['AMELIE', 'Amélie', 'same'],
  ['é', 'Amelie', 'inside'],
  [' gen ', 'general', 'start'],
  ['عا', 'عام', 'start'],
  ['一般', '一般的な話', 'start'],
] as const)('%j in %j: %s', (text, name, fit) => expect(fitOf(text, name)).toBe(fit));

test('every part of a name is found in it, whatever the name', () => {
  fc.assert(
    fc.property(anyText, fc.nat(20), fc.nat(20), (name, from, length) => {
      const part = [...name].slice(from, from + length).join('');
      expect(fitOf(part, name)).not.toBeNull();
    }),
  );
});
