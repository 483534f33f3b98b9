import type { Clock } from '../kernel/services/clock.js';

/** A clock that stands still until it is told to move: the only thing the tests replace. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export function createTestClock(start = new Date('2026-03-01T12:00:00.000Z')): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
