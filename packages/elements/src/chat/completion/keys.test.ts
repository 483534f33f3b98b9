import { describe, expect, test } from 'vitest';
import type { Choice } from './choices.js';
import { answerTo } from './keys.js';
import type { OpenWord } from './open-word.js';

const word = (text: string): OpenWord => {
  const [sign = ''] = text;
  if (sign !== '@' && sign !== '#' && sign !== ':' && sign !== '/') throw new Error(`No sign: ${text}`);
  return { sign, query: text.slice(1), start: 0, end: text.length };
};
const choice = (text: string, label = text): Choice => ({ key: text, text, label, hint: '' });
const PEOPLE = [choice('@ann'), choice('@anna'), choice('@annette')];
const answer = (key: string, typed: string, choices: readonly Choice[], active = 0) =>
  answerTo(key, { word: word(typed), choices, active });

describe('the arrows go round', () => {
  test.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', 2, 1],
    ['ArrowUp', 0, 2],
  ])('%s from %i to %i', (key, active, to) => expect(answer(key, '@an', PEOPLE, active)).toBe(to));
});

describe('a key does to the list', () => {
  test.each([
    ['Enter', '@an', PEOPLE, 'choose'],
    ['Tab', '@an', PEOPLE, 'choose'],
    ['Escape', '@an', PEOPLE, 'close'],
    // All of it is typed: Enter sends, and Tab puts the space.
    ['Enter', '@ann', PEOPLE, null],
    ['Tab', '@ann', PEOPLE, 'choose'],
    ['a', '@an', PEOPLE, null],
    [' ', '@an', PEOPLE, null],
    ['ArrowLeft', '@an', PEOPLE, null],
    ['Backspace', '@an', PEOPLE, null],
    // `:tada:` is done with its second colon.
    [':', ':tada', [choice('🎉', ':tada:')], 'choose'],
    [':', ':TADA', [choice('🎉', ':tada:')], 'choose'],
    [':', ':tad', [choice('🎉', ':tada:')], null],
    [':', '@ann', [choice('@ann', ':ann:')], null],
    ['Enter', ':tada', [choice('🎉', ':tada:')], 'choose'],
  ])('%s after %s', (key, typed, choices, expected) => expect(answer(key, typed, choices)).toBe(expected));

  test('nothing while there is nothing to choose', () => {
    for (const key of ['Enter', 'Tab', 'Escape', 'ArrowDown', 'ArrowUp', ':'])
      expect(answer(key, '@x', [], -1)).toBeNull();
  });
});
