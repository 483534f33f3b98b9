import { expect, test } from 'vitest';
import { stepIn } from './list-step.js';

test.each([
  ['ArrowDown', 1, 'c'],
  ['ArrowDown', 2, null],
  ['ArrowUp', 1, 'a'],
  ['ArrowUp', 0, null],
  ['End', 0, null],
  ['Enter', 1, null],
] as const)('%s from row %i leads to %s', (key, at, expected) => {
  expect(stepIn(['a', 'b', 'c'], at, key)).toBe(expected);
});
