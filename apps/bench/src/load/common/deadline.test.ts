import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWER_WITHIN_MS, beforeDeadline } from './deadline.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is never answered ends with its name', async () => {
  const ended = expect(beforeDeadline('switch of person-5', ANSWER_WITHIN_MS, new Promise(() => {})));
  const rejected = ended.rejects.toThrow('switch of person-5: no answer within 60 s');
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  await rejected;
});

test('what is answered or refused in time is passed on, and leaves no timer', async () => {
  await expect(beforeDeadline('post', 1_000, Promise.resolve(7))).resolves.toBe(7);
  await expect(beforeDeadline('post', 1_000, Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  );
  expect(vi.getTimerCount()).toBe(0);
});
