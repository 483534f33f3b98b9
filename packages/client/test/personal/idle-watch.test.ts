import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_AFTER_MS, IdleWatch } from '../../src/personal/idle-watch.js';

let told: boolean[];
let watch: IdleWatch;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  watch = new IdleWatch((isIdle) => void told.push(isIdle));
});

afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

test('who touches nothing for five minutes is idle, and is back with the first touch', () => {
  vi.advanceTimersByTime(IDLE_AFTER_MS - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([true]);
  vi.advanceTimersByTime(10 * IDLE_AFTER_MS);
  watch.touch();
  watch.touch();
  expect(told).toEqual([true, false]);
  vi.advanceTimersByTime(IDLE_AFTER_MS);
  expect(told).toEqual([true, false, true]);
});

test('each touch begins the five minutes again, with one timer', () => {
  for (let n = 0; n < 100; n += 1) {
    vi.advanceTimersByTime(IDLE_AFTER_MS / 2);
    watch.touch();
    expect(vi.getTimerCount()).toBe(1);
  }
  expect(told).toEqual([]);
});

test('closed, it tells nothing more', () => {
  watch.close();
  vi.advanceTimersByTime(IDLE_AFTER_MS);
  expect(told).toEqual([]);
});
