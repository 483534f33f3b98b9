import { type BucketLimit, spend, type TokenBucket, tokenBucket, toTicks } from './token-bucket.js';

/**
 * How many buckets one limiter keeps, about 30 MB. Ordinary traffic needs fewer: an entry is used for 15 s (global) or 30 s
 * (auth), so 17,000 new addresses a second would have to come for 15 s, more requests than one process serves.
 */
export const MAX_BUCKETS = 262_144;

/** More generations drop full buckets sooner, and cost a new address one map lookup each. */
const GENERATIONS = 8;

export interface LimiterOptions {
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly maxBuckets?: number;
}

/**
 * One token bucket per key. A full bucket is not kept: a key without an entry has a full one.
 *
 * Entries are grouped by when they will be full, in generations of an eighth of the time that an empty bucket takes to
 * fill. A generation that has passed is dropped as a whole, without a sweep over its entries. So an idle entry goes at most
 * one generation after its bucket is full: after 17 s (global) or 34 s (auth) at the latest.
 *
 * At `maxBuckets` the generation nearest to full is dropped. So a flood of new addresses drops its own entries first, and
 * the emptiest buckets last: to have an empty bucket dropped, an attacker must make `maxBuckets` others about as empty
 * before it refills by itself. A new key is never refused for lack of space.
 *
 * Keys are kept, so they must not be slices of longer strings (see `canonicalAddress`).
 */
export class Limiter {
  readonly #bucket: TokenBucket;
  readonly #generationTicks: number;
  readonly #clock: () => number;
  readonly #maxBuckets: number;
  /** Generation number → key → the tick at which the key's bucket is full. A key is in one at most. */
  readonly #generations = new Map<number, Map<string, number>>();
  #now = 0;
  #current = 0;

  constructor(limit: BucketLimit, options: LimiterOptions = {}) {
    this.#bucket = tokenBucket(limit);
    this.#generationTicks = Math.ceil(this.#bucket.ticksToFill / GENERATIONS);
    this.#clock = options.now ?? (() => performance.now());
    this.#maxBuckets = options.maxBuckets ?? MAX_BUCKETS;
  }

  /** Takes `tokens` (whole, at least 1) from the key's bucket, all or none; false if it holds too few. */
  take(key: string, tokens: number): boolean {
    const now = this.#advance();
    const current = this.#generationWith(key);
    const fullAt = spend(this.#bucket, current?.get(key) ?? now, now, tokens);
    if (fullAt === undefined) return false;
    this.#move(key, current, fullAt);
    return true;
  }

  /** Whether the key's bucket holds this many tokens. It takes none. */
  holds(key: string, tokens: number): boolean {
    const now = this.#advance();
    return spend(this.#bucket, this.#generationWith(key)?.get(key) ?? now, now, tokens) !== undefined;
  }

  /** Notes that the key's bucket is not full before this tick, which a store that several nodes share has told. */
  learn(key: string, fullAt: number): void {
    const now = this.#advance();
    const current = this.#generationWith(key);
    if (fullAt > Math.max(current?.get(key) ?? now, now)) this.#move(key, current, fullAt);
  }

  /** The tick that the clock shows. */
  get now(): number {
    return this.#advance();
  }

  /** How many buckets are kept. */
  get size(): number {
    this.#advance();
    return this.#count();
  }

  /** Reads the clock, which never goes backwards here even if its source does, and drops full buckets. */
  #advance(): number {
    this.#now = Math.max(this.#now, toTicks(this.#clock()));
    const current = Math.floor(this.#now / this.#generationTicks);
    if (current > this.#current) this.#dropBefore(current);
    return this.#now;
  }

  #move(key: string, from: Map<string, number> | undefined, fullAt: number): void {
    from?.delete(key);
    this.#enforceLimit();
    this.#generationAt(fullAt).set(key, fullAt);
  }

  #dropBefore(current: number): void {
    this.#current = current;
    for (const generation of this.#generations.keys()) {
      if (generation < current) this.#generations.delete(generation);
    }
  }

  #generationWith(key: string): Map<string, number> | undefined {
    for (const buckets of this.#generations.values()) {
      if (buckets.has(key)) return buckets;
    }
    return undefined;
  }

  #generationAt(fullAt: number): Map<string, number> {
    const generation = Math.floor(fullAt / this.#generationTicks);
    const existing = this.#generations.get(generation);
    if (existing !== undefined) return existing;
    const created = new Map<string, number>();
    this.#generations.set(generation, created);
    return created;
  }

  #enforceLimit(): void {
    while (this.#generations.size > 0 && this.#count() >= this.#maxBuckets) {
      this.#generations.delete(Math.min(...this.#generations.keys()));
    }
  }

  #count(): number {
    let count = 0;
    for (const buckets of this.#generations.values()) count += buckets.size;
    return count;
  }
}
