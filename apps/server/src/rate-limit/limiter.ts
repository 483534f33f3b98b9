import { type BucketLimit, spend, type TokenBucket, tokenBucket, toTicks } from './token-bucket.js';

/**
 * How many buckets one limiter remembers, about 30 MB of them. Honest traffic stays below: the longest an
 * entry is of use is 15 s (global) or 30 s (auth), and it would take 17,000 new addresses in each second
 * of 15, of a process that serves fewer requests than that.
 */
export const MAX_BUCKETS = 262_144;

/** Finer generations forget more exactly and cost one map lookup each for a new address. */
const GENERATIONS = 8;

export interface LimiterOptions {
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly maxBuckets?: number;
}

/**
 * One token bucket per key. A full bucket is not kept: who has no entry has a full one.
 *
 * Entries are grouped by when they will be full, in generations of an eighth of the time an empty bucket
 * takes to fill. A generation whose time is over is dropped whole, so nothing is ever swept, and an idle
 * entry is gone at most a generation after it is full: no later than 17 s (global) or 34 s (auth).
 *
 * At `maxBuckets` the generation nearest to full is forgotten. So a flood of fresh addresses pushes out
 * itself, and the emptiest buckets go last: to have an empty bucket forgotten, an attacker must make
 * `maxBuckets` others about as empty, in less time than it takes that one to refill by itself. Nobody new
 * is ever refused for lack of room.
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

  /** Takes `tokens` (whole, at least 1) from the key's bucket, all or none; false when it holds too few. */
  take(key: string, tokens: number): boolean {
    const now = this.#advance();
    const held = this.#generationHolding(key);
    const fullAt = spend(this.#bucket, held?.get(key) ?? now, now, tokens);
    if (fullAt === undefined) return false;
    held?.delete(key);
    this.#makeRoom();
    this.#generationAt(fullAt).set(key, fullAt);
    return true;
  }

  /** How many buckets are remembered. */
  get size(): number {
    this.#advance();
    return this.#count();
  }

  /** Reads the clock, which never goes backwards here even if the source does, and drops what is full. */
  #advance(): number {
    this.#now = Math.max(this.#now, toTicks(this.#clock()));
    const current = Math.floor(this.#now / this.#generationTicks);
    if (current > this.#current) this.#forgetBefore(current);
    return this.#now;
  }

  #forgetBefore(current: number): void {
    this.#current = current;
    for (const generation of this.#generations.keys()) {
      if (generation < current) this.#generations.delete(generation);
    }
  }

  #generationHolding(key: string): Map<string, number> | undefined {
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

  #makeRoom(): void {
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
