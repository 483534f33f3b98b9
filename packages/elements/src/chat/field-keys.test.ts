import { expect, test } from 'vitest';
import { askedBy } from './field-keys.js';

test.each([
  ['Enter', false, 'hello', 'enter'],
  ['Enter', false, '', 'enter'],
  ['Enter', true, 'hello', null],
  ['Escape', false, 'hello', 'escape'],
  ['ArrowUp', false, '', 'up'],
  ['ArrowUp', false, 'hello', null],
  ['ArrowUp', false, ' ', null],
  ['ArrowDown', false, '', null],
  ['a', false, '', null],
  ['Tab', false, '', null],
])('%s, with Shift %s, in %j asks for %s', (key, shiftKey, text, asked) =>
  expect(askedBy({ key, shiftKey }, text)).toBe(asked),
);
