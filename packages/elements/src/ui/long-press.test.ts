import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LongPress } from './long-press.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rest = () => vi.advanceTimersByTime(500);

test.each<[string, (press: LongPress) => void, boolean]>([
  ['a finger that rests', rest, true],
  [
    'one that trembles',
    (press) => {
      press.move(5, 5);
      rest();
    },
    true,
  ],
  ['one that is lifted at once', () => vi.advanceTimersByTime(499), false],
  [
    'one that scrolls',
    (press) => {
      press.move(0, 11);
      rest();
    },
    false,
  ],
  [
    'a second finger',
    (press) => {
      press.cancel();
      rest();
    },
    false,
  ],
])('%s', (_name, happen, isLong) => {
  const act = vi.fn();
  const press = new LongPress();
  press.begin(0, 0, act);
  happen(press);
  expect(press.end()).toBe(isLong);
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(isLong ? 1 : 0);
});

test('the press after a long one is judged by itself', () => {
  const press = new LongPress();
  press.begin(0, 0, () => {});
  vi.advanceTimersByTime(500);
  press.end();
  press.begin(0, 0, () => {});
  expect(press.end()).toBe(false);
});
