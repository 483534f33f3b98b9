/** How long after a comparison's start its result counts, in milliseconds. */
const VALID_MS = 2_000;
/** How long feeds wait for the next comparison that succeeds, in milliseconds. */
const LOST_MS = 10_000;

/**
 * How long this node may go on without the database. What takes rights away may have happened there unheard, so events
 * are handed out only for two seconds after the start of the last comparison with the log that succeeded, on a
 * monotonic clock.
 */
export class Lease {
  readonly #validMs: number;
  readonly #lostMs: number;
  #provenAt = performance.now();
  #validThisTurn: boolean | null = null;

  /** `tickMs` is the time between two comparisons: the lease lasts for two of them at least. */
  constructor(tickMs = 0) {
    this.#validMs = Math.max(VALID_MS, 2 * tickMs);
    this.#lostMs = Math.max(LOST_MS, 10 * tickMs);
  }

  /** In milliseconds, since the start of the last comparison that succeeded. */
  get age(): number {
    return performance.now() - this.#provenAt;
  }

  /** Whether events may be handed out now. */
  get isValid(): boolean {
    return this.age <= this.#validMs;
  }

  /** The same, with the clock read once in a turn of the event loop: for what is done for each of many subscribers. */
  get isValidThisTick(): boolean {
    if (this.#validThisTurn === null) {
      this.#validThisTurn = this.isValid;
      setImmediate(() => {
        this.#validThisTurn = null;
      });
    }
    return this.#validThisTurn;
  }

  /** Whether feeds have waited for long enough. */
  get isLost(): boolean {
    return this.age > this.#lostMs;
  }

  /**
   * A comparison that began at `startedAt`, on the clock of `performance`, has succeeded. Returns whether that ends an
   * interruption.
   */
  renew(startedAt: number): boolean {
    const interrupted = !this.isValid;
    this.#provenAt = Math.max(this.#provenAt, startedAt);
    this.#validThisTurn = null;
    return interrupted && this.isValid;
  }
}
