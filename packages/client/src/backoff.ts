/** How long to wait before trying again. */
export interface Backoff {
  /** The most to wait before the first retry, in milliseconds; it doubles with each further one. Default 250. */
  readonly baseMs: number;
  /** The most to wait before any retry, in milliseconds. Default 30,000. */
  readonly capMs: number;
  /** A number from 0 up to 1; `Math.random` by default. */
  readonly random: () => number;
}

/**
 * Milliseconds to wait after `failures` earlier ones: anything from nothing to the whole, so that those who failed
 * together do not come back together ("full jitter", AWS Architecture Blog, "Exponential Backoff And Jitter").
 */
export function fullJitter({ baseMs, capMs, random }: Backoff, failures: number): number {
  return random() * Math.min(capMs, baseMs * 2 ** failures);
}
