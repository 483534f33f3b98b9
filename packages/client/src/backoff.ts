/** How long to wait before a retry. */
export interface Backoff {
  /** The longest wait before the first retry, in milliseconds. It doubles with each further retry. Default 250. */
  readonly baseMs: number;
  /** The longest wait before any retry, in milliseconds. Default 30,000. */
  readonly capMs: number;
  /** A number from 0 up to 1; `Math.random` by default. */
  readonly random: () => number;
}

/**
 * A random number of milliseconds to wait after `failures` earlier failures, so that clients that failed together do not
 * retry together ("full jitter", AWS Architecture Blog, "Exponential Backoff And Jitter"). The longest wait is at least
 * `leastMs`, where `capMs` allows that.
 */
export function fullJitter({ baseMs, capMs, random }: Backoff, failures: number, leastMs = 0): number {
  return random() * Math.min(capMs, Math.max(leastMs, baseMs * 2 ** failures));
}
