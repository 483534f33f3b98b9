import { expect, test } from 'vitest';
import { Pace } from './import-pace.js';

test('a pace is that of the last half minute, and says how long the rest takes', () => {
  const pace = new Pace();
  expect(pace.at({ linesDone: 0, lines: null }, 0)).toBe('');
  expect(pace.at({ linesDone: 0, lines: 100_000 }, 1_000)).toBe('');
  expect(pace.at({ linesDone: 15, lines: 100_000 }, 2_000)).toBe('');
  expect(pace.at({ linesDone: 9_000, lines: 100_000 }, 10_000)).toBe('900 a second, 2 minutes left');
  expect(pace.at({ linesDone: 96_000, lines: 100_000 }, 50_000)).toBe('');
  expect(pace.at({ linesDone: 98_000, lines: 100_000 }, 54_000)).toBe('500 a second, 4 seconds left');
});

test.each([
  [100_000, '28 minutes'],
  [500_000, '2 hours 19 minutes'],
])('%i lines at 60 a second take %s', (lines, left) => {
  const pace = new Pace();
  pace.at({ linesDone: 0, lines }, 0);
  expect(pace.at({ linesDone: 180, lines: lines + 180 }, 3_000)).toBe(`60 a second, ${left} left`);
});
