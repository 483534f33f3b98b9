import type { Clock } from '../kernel/services/clock.js';

/** A clock that moves only by `advance`. It is the only part of the service that tests replace. */
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
