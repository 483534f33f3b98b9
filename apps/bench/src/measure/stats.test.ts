import { expect, test } from 'vitest';
import { median, percentile, spread } from './stats.js';

test('gives one of the values as a percentile', () => {
  const values = Array.from({ length: 100 }, (_, n) => 100 - n);

  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.99)).toBe(99);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile(Float64Array.of(3, 1, 2), 0)).toBe(1);
  expect(() => percentile([], 0.5)).toThrow('no values');
});

test('gives the middle value, ordered as numbers', () => {
  expect(median([10, 9, 100])).toBe(10);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('no values');
});

test('gives the median and the extremes', () => {
  expect(spread([3, 9, 4])).toEqual({ median: 4, min: 3, max: 9 });
});
