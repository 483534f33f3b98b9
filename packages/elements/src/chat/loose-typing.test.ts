import { expect, test } from 'vitest';
import { isLooseTyping } from './loose-typing.js';

const pressed = {
  key: 'a',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
};

test.each([
  ['a letter', {}, true],
  ['a letter of another script', { key: 'ك' }, true],
  ['an emoji', { key: '🎉' }, true],
  ['Ctrl+V', { key: 'v', ctrlKey: true }, true],
  ['⌘V', { key: 'v', metaKey: true }, true],
  ['Ctrl+C', { key: 'c', ctrlKey: true }, false],
  ['a key with Alt', { altKey: true }, false],
  ['the space bar', { key: ' ' }, false],
  ['Enter', { key: 'Enter' }, false],
  ['an arrow', { key: 'ArrowUp' }, false],
  ['a key that something else has used', { defaultPrevented: true }, false],
])('%s', (_key, change, expected) => {
  expect(isLooseTyping({ ...pressed, ...change }, false)).toBe(expected);
});

test('where letters are taken, none is loose', () => {
  expect(isLooseTyping(pressed, true)).toBe(false);
});
