import { percentile } from '../../measure/stats.js';

/** What is timed: acts, as who does them sees them, and deliveries, as others see them. */
export const TIMED = [
  'arrive',
  'return',
  'switch',
  'post',
  'reply',
  'react',
  'upload',
  'message delivered',
  'reaction delivered',
  'typing delivered',
] as const;
export type Timed = (typeof TIMED)[number];

/** In milliseconds. */
export interface TimesOf {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export type DayTimes = Readonly<Partial<Record<Timed, TimesOf>>>;

/** The times of one day. */
export class Stopwatch {
  readonly #times = new Map<Timed, number[]>();

  add(what: Timed, ms: number): void {
    const times = this.#times.get(what);
    if (times) times.push(ms);
    else this.#times.set(what, [ms]);
  }

  count(what: Timed): number {
    return this.#times.get(what)?.length ?? 0;
  }

  /** What was never timed is left out. */
  summary(): DayTimes {
    return Object.fromEntries(
      [...this.#times].map(([what, times]) => {
        const sorted = Float64Array.from(times).sort();
        const at = (share: number) => percentile(sorted, share);
        return [what, { count: times.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }];
      }),
    );
  }
}
