const MINUTE_MS = 60_000;

/** One function for all buckets: each socket has one. */
const monotonic = () => performance.now();

export interface DebtBucketLimit {
  /** Tokens added in a minute, evenly. */
  readonly perMinute: number;
  /** Tokens of a full bucket; a new bucket is full. */
  readonly burst: number;
}

/**
 * A token bucket that delays work and refuses none: what is charged is always taken, and while the bucket owes tokens the
 * next piece of work waits. So the cost may be known only after the work, as with bytes that are read.
 */
export class DebtBucket {
  readonly #msPerToken: number;
  readonly #msToFill: number;
  readonly #now: () => number;
  /** When the bucket will be full, by `now`; its whole state. */
  #fullAt = Number.NEGATIVE_INFINITY;

  /** `now` returns milliseconds that never decrease. */
  constructor({ perMinute, burst }: DebtBucketLimit, now: () => number = monotonic) {
    this.#msPerToken = MINUTE_MS / perMinute;
    this.#msToFill = burst * this.#msPerToken;
    this.#now = now;
  }

  get full(): boolean {
    return this.#fullAt <= this.#now();
  }

  /** Takes tokens, also those that the bucket does not hold. A negative number gives back. */
  charge(tokens: number): void {
    this.#fullAt = Math.max(this.#fullAt, this.#now()) + tokens * this.#msPerToken;
  }

  /** Milliseconds until the bucket owes nothing. */
  waitMs(): number {
    return Math.max(0, this.#fullAt - this.#now() - this.#msToFill);
  }
}
