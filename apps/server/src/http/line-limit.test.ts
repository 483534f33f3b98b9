import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LineLimit } from './line-limit.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function limitOf(max: number) {
  const counted: Array<[string | null, number]> = [];
  const limit = new LineLimit({ max, onCounted: (key, lines) => counted.push([key, lines]) });
  const take = (key: string, lines: number) =>
    Array.from({ length: lines }, () => limit.take(key)).filter(Boolean).length;
  return { limit, take, counted };
}

test('a key has this many lines a second, and the others are reported once, also when no more come', () => {
  const { take, counted } = limitOf(20);
  expect([take('a', 120), take('b', 20)]).toEqual([20, 20]);
  expect(counted).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(counted).toEqual([['a', 100]]);
  expect(take('a', 5)).toBe(5);
  vi.advanceTimersByTime(10_000);
  expect(counted).toHaveLength(1);
});

test('a timer runs only while lines come, and none after the end', () => {
  const { limit, take, counted } = limitOf(1);
  expect(vi.getTimerCount()).toBe(0);
  take('a', 3);
  expect(vi.getTimerCount()).toBe(1);
  limit.endSecond();
  expect(counted).toEqual([['a', 2]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('keys beyond the 10,000th of a second share one limit', () => {
  const { take, counted } = limitOf(2);
  for (let n = 0; n < 10_000; n++) take(`key ${n}`, 1);
  expect([take('further', 1), take('another', 5), take('key 0', 1)]).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(1_000);
  expect(counted).toEqual([[null, 4]]);
});
