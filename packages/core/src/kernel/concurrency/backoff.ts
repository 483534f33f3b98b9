import { LRUCache } from 'lru-cache';
import { AppError } from '../errors/app-error.js';
import type { Clock } from '../services/clock.js';
import { atMost } from './at-most.js';

export interface BackoffLimits {
  /** Failures that delay nothing, and so the attempts that may run at the same time. */
  readonly free: number;
  /** The delay after `free` failures, in ms. Each further failure doubles it, up to `maxMs`. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** Failures are forgotten after this time without another one, in ms. */
  readonly forgetMs: number;
}

/** Ends an attempt. */
export type Settle = (outcome: 'failed' | 'succeeded' | 'undecided') => void;

interface Attempts {
  failures: number;
  /** When the last failure was, in ms. */
  failedAt: number;
  running: number;
  /** Wakes the attempts that wait for the outcome of running ones. */
  readonly waiting: Array<() => void>;
}

/** The keys that are remembered, about 20 MB. Beyond that, the one whose last attempt is the longest ago is forgotten. */
const KEYS_MAX = 100_000;
/** The attempts of one key that wait for others. */
const WAITING_MAX = 200;

/**
 * Delays attempts after failures, by key. An attempt that could fail once too often waits for the outcome of those that
 * are running, so that many at once are no more than many in a row, and so that right ones are never refused for running
 * at the same time.
 */
export class Backoff {
  readonly #attempts = new LRUCache<string, Attempts>(atMost(KEYS_MAX));
  readonly #clock: Clock;
  readonly #limits: BackoffLimits;

  constructor(clock: Clock, limits: BackoffLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Begins an attempt. Throws `TOO_MANY_ATTEMPTS` when it comes before the delay is over, and `BUSY` when too many wait
   * for those that are running.
   */
  async begin(key: string): Promise<Settle> {
    for (;;) {
      const attempts = this.#attemptsOf(key);
      this.#requireNoDelay(attempts);
      if (attempts.running < Math.max(1, this.#limits.free - attempts.failures)) {
        attempts.running++;
        return (outcome) => this.#settle(key, attempts, outcome);
      }
      if (attempts.waiting.length >= WAITING_MAX) throw new AppError('BUSY');
      await new Promise<void>((resolve) => attempts.waiting.push(resolve));
    }
  }

  /** Forgets the failures of a key. */
  forget(key: string): void {
    const attempts = this.#attempts.get(key);
    if (attempts) attempts.failures = 0;
  }

  #attemptsOf(key: string): Attempts {
    const known = this.#attempts.get(key);
    if (known) {
      if (known.failedAt + this.#limits.forgetMs <= this.#now()) known.failures = 0;
      return known;
    }
    const attempts = { failures: 0, failedAt: 0, running: 0, waiting: [] };
    this.#attempts.set(key, attempts);
    return attempts;
  }

  #requireNoDelay({ failures, failedAt }: Attempts): void {
    const { free, firstMs, maxMs } = this.#limits;
    if (failures < free) return;
    const waitMs = failedAt + Math.min(maxMs, firstMs * 2 ** (failures - free)) - this.#now();
    if (waitMs <= 0) return;
    throw new AppError('TOO_MANY_ATTEMPTS', {
      message: `There were too many wrong passwords or codes. Try again in ${Math.ceil(waitMs / 1000)} s, or where you have signed in before.`,
    });
  }

  #settle(key: string, attempts: Attempts, outcome: Parameters<Settle>[0]): void {
    attempts.running--;
    if (outcome === 'failed') {
      attempts.failures++;
      attempts.failedAt = this.#now();
    }
    for (const wake of attempts.waiting.splice(0)) wake();
    const isUnused = attempts.failures === 0 && attempts.running === 0;
    if (isUnused && this.#attempts.peek(key) === attempts) this.#attempts.delete(key);
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
