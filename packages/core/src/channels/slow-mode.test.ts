import { expect, test } from 'vitest';
import { wholeSecondsLeft } from './slow-mode.js';

test.each([
  [30, 0, 30],
  [30, 0.001, 30],
  [30, 0.999, 30],
  [30, 1, 29],
  [30, 28.5, 2],
  [30, 29.999, 1],
  // The turn has come between the refusal and the look.
  [30, 30.2, 1],
])('in a slow mode of %d s, %d s after a post, %d s are left', (slowModeSeconds, passed, left) => {
  expect(wholeSecondsLeft(slowModeSeconds, passed)).toBe(left);
});
