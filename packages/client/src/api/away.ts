import type { Backoff } from '../backoff.js';

/** A timer may end this many milliseconds too early. */
const TIMER_MS = 5;

/**
 * That the service gives no answer, as all calls of a client know it. One call tries at a time, with waits that grow for all of
 * them.
 */
export class Away {
  /** When the next attempt is due, by the monotonic clock; 0 while the service answers. */
  #until = 0;
  /** How many attempts in a row had no answer, of all calls. */
  #failures = 0;
  /** Why the last one had none. */
  error: unknown;

  /** Whether another call's attempt has to be waited for. */
  get isWaiting(): boolean {
    return performance.now() < this.#until;
  }

  /** An attempt begins. Calls that come within its wait wait for what comes of it. */
  begin(waitMs: number): void {
    if (this.#until > 0) this.#until = performance.now() + waitMs;
  }

  /** An attempt was given up and has found out nothing: the next call tries, alone. */
  gaveUp(): void {
    this.#until = Math.min(this.#until, 1);
  }

  /** The service may be there again: all calls try. */
  end(): void {
    this.#until = 0;
  }

  answered(): void {
    this.end();
    this.#failures = 0;
  }

  /** The `retry`-th attempt of a call had no answer. The wait of all calls has the random part of this call's `waitMs`. */
  failed(error: unknown, retry: number, waitMs: number, { capMs }: Backoff): void {
    const allWaitMs = Math.min(waitMs * 2 ** (this.#failures++ - retry), capMs);
    this.#until = performance.now() + allWaitMs - TIMER_MS;
    this.error = error;
  }
}
