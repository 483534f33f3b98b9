import type { Given, Taken, Tokens } from './bucket-store.js';
import { Limiter, type LimiterOptions } from './limiter.js';
import type { RateLimits } from './limits.js';

/** What became of a request: granted, or refused by a limiter. */
export type Verdict = 'granted' | 'global' | 'auth';

/** Instants at which a store was asked, in ticks of each limiter. */
export interface AskedAt {
  readonly global: number;
  readonly auth: number;
}

/** The buckets of both limiters, in this process. */
export class LocalBuckets {
  readonly #global: Limiter;
  readonly #auth: Limiter;

  constructor(limits: RateLimits, options: LimiterOptions) {
    this.#global = new Limiter(limits.global, options);
    this.#auth = new Limiter(limits.auth, options);
  }

  /**
   * Auth comes "in addition to" Global (docs/reference.md, section 8): a request pays Global first, and does not get that
   * token back when Auth refuses it. What Global refuses costs no Auth token.
   */
  take(key: string, cost: Tokens): Verdict {
    if (!this.#global.take(key, cost.global)) return 'global';
    return cost.auth > 0 && !this.#auth.take(key, cost.auth) ? 'auth' : 'granted';
  }

  /** Whether each bucket holds the tokens. It takes none. */
  holds(key: string, cost: Tokens): { readonly global: boolean; readonly auth: boolean } {
    return {
      global: this.#global.holds(key, cost.global),
      auth: cost.auth === 0 || this.#auth.holds(key, cost.auth),
    };
  }

  /** The ticks that the clock shows. */
  get now(): AskedAt {
    return { global: this.#global.now, auth: this.#auth.now };
  }

  /**
   * Notes what the shared buckets of a key hold. The store answered for an instant after `asked`, so the buckets here are
   * full no later than those of the store: what they refuse, the store would refuse.
   */
  learn(key: string, asked: AskedAt, { global, auth }: Taken): void {
    learnFrom(this.#global, key, asked.global, global);
    if (auth !== null) learnFrom(this.#auth, key, asked.auth, auth);
  }

  /** How many buckets are kept. */
  get sizes(): { readonly global: number; readonly auth: number } {
    return { global: this.#global.size, auth: this.#auth.size };
  }
}

function learnFrom(limiter: Limiter, key: string, asked: number, { fullIn }: Given): void {
  limiter.learn(key, asked + fullIn);
}
