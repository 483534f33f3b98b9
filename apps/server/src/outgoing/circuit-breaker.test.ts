import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';

test('opens after failures in a row, lets one call a second through, and closes with an answer', () => {
  let now = 0;
  const breaker = new CircuitBreaker({ failuresMax: 3, retryMs: 1_000 }, () => now);
  const outcomes = [
    breaker.failed(),
    breaker.failed(),
    breaker.answered(),
    breaker.failed(),
    breaker.failed(),
  ];
  expect(outcomes).toEqual([false, false, false, false, false]);
  expect([breaker.isOpen, breaker.mayCall()]).toEqual([false, true]);

  expect([breaker.failed(), breaker.isOpen, breaker.mayCall()]).toEqual([true, true, false]);
  // A call that was under way.
  expect(breaker.failed()).toBe(false);
  now = 999;
  expect(breaker.mayCall()).toBe(false);
  now = 1_000;
  expect([breaker.mayCall(), breaker.mayCall(), breaker.failed()]).toEqual([true, false, false]);
  now = 2_000;
  expect([breaker.mayCall(), breaker.answered(), breaker.mayCall()]).toEqual([true, true, true]);
});
