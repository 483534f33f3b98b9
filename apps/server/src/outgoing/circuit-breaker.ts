export interface BreakerLimits {
  /** After this many failures in a row it is open. */
  readonly failuresMax: number;
  /** How often one call is let through while it is open, in milliseconds. */
  readonly retryMs: number;
}

/**
 * Spares calls of something that does not answer. It is open after some failures in a row, and one call that is
 * answered closes it.
 */
export class CircuitBreaker {
  readonly #limits: BreakerLimits;
  readonly #now: () => number;
  #failures = 0;
  #nextTrialAt = 0;

  /** `now` returns milliseconds that never decrease. */
  constructor(limits: BreakerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#failures >= this.#limits.failuresMax;
  }

  /** Whether to call now. */
  mayCall(): boolean {
    if (!this.isOpen) return true;
    if (this.#now() < this.#nextTrialAt) return false;
    this.#nextTrialAt = this.#now() + this.#limits.retryMs;
    return true;
  }

  /** A call was answered. Returns whether that has closed it. */
  answered(): boolean {
    const wasOpen = this.isOpen;
    this.#failures = 0;
    return wasOpen;
  }

  /** A call was not answered. Returns whether that has opened it. */
  failed(): boolean {
    const wasOpen = this.isOpen;
    this.#failures++;
    if (wasOpen || !this.isOpen) return false;
    this.#nextTrialAt = this.#now() + this.#limits.retryMs;
    return true;
  }
}
