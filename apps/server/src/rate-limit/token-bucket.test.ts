import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RATE_LIMITS } from './limits.js';
import { type BucketLimit, spend, tokenBucket, toTicks } from './token-bucket.js';

/** The bucket as docs/reference.md describes it: a level that rises with time. Exact, because it counts in bigints. */
class ReferenceBucket {
  readonly #capacity: bigint;
  readonly #perToken: bigint;
  #level: bigint;
  #at = 0n;

  constructor({ burst, perMinute }: BucketLimit) {
    this.#perToken = 60_000_000n / BigInt(perMinute);
    this.#capacity = BigInt(burst) * this.#perToken;
    this.#level = this.#capacity;
  }

  take(atMicros: number, tokens: number): boolean {
    const refilled = this.#level + BigInt(atMicros) - this.#at;
    this.#level = refilled > this.#capacity ? this.#capacity : refilled;
    this.#at = BigInt(atMicros);
    const cost = BigInt(tokens) * this.#perToken;
    if (cost > this.#level) return false;
    this.#level -= cost;
    return true;
  }
}

/** One bucket over time, as the limiter uses `spend`. */
function spender(limit: BucketLimit): (milliseconds: number, tokens: number) => boolean {
  const bucket = tokenBucket(limit);
  let fullAt = 0;
  return (milliseconds, tokens) => {
    const next = spend(bucket, fullAt, toTicks(milliseconds), tokens);
    fullAt = next ?? fullAt;
    return next !== undefined;
  };
}

const limits = fc.oneof(
  fc.constantFrom(RATE_LIMITS.global, RATE_LIMITS.auth),
  fc.record({ burst: fc.integer({ min: 1, max: 20 }), perMinute: fc.constantFrom(1, 10, 60, 240, 6_000) }),
);

describe('spend', () => {
  it('agrees with the exact reference model at every step', () => {
    const steps = fc.array(
      fc.record({
        waitMicros: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 }), fc.nat(40_000_000)),
        tokens: fc.integer({ min: 1, max: 25 }),
      }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(limits, steps, (limit, taken) => {
        const reference = new ReferenceBucket(limit);
        const take = spender(limit);
        let micros = 0;
        for (const { waitMicros, tokens } of taken) {
          micros += waitMicros;
          expect(take(micros / 1_000, tokens)).toBe(reference.take(micros, tokens));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('grants exactly the burst at once, at whatever fraction of a millisecond', () => {
    const anyTime = fc.double({ min: 0, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(limits, anyTime, (limit, time) => {
        const take = spender(limit);
        const granted = Array.from({ length: limit.burst + 3 }, () => take(time, 1));
        expect(granted.filter(Boolean)).toHaveLength(limit.burst);
      }),
    );
  });

  it('never grants more than the burst and the refill, over any span', () => {
    const waits = fc.array(fc.double({ min: 0, max: 900, noNaN: true }), { minLength: 1, maxLength: 150 });
    fc.assert(
      fc.property(limits, waits, (limit, gaps) => {
        const take = spender(limit);
        let time = 5;
        const granted: number[] = [];
        for (const gap of gaps) {
          time += gap;
          while (take(time, 1)) granted.push(time);
        }
        const perToken = 60_000 / limit.perMinute;
        granted.forEach((end, last) => {
          const start = granted[0] ?? end;
          expect(last + 1).toBeLessThanOrEqual(limit.burst + (end - start + 0.001) / perToken);
        });
      }),
    );
  });

  it('is not delayed by refused requests', () => {
    const take = spender(RATE_LIMITS.global);
    for (let i = 0; i < 60; i += 1) take(1_000, 1);
    for (let asked = 1_000; asked < 1_250; asked += 0.5) expect(take(asked, 1)).toBe(false);
    expect(take(1_250, 1)).toBe(true);
  });

  it('never grants more than the burst at once, even from a full bucket', () => {
    const take = spender(RATE_LIMITS.auth);
    expect(take(1e9, 6)).toBe(false);
    expect(take(1e9, 5)).toBe(true);
  });

  it('rounds down a rate that is no whole number of microseconds a token', () => {
    expect(tokenBucket({ perMinute: 7, burst: 1 }).ticksPerToken).toBe(8_571_429);
  });

  it('has the numbers of section 8', () => {
    expect(tokenBucket(RATE_LIMITS.global)).toEqual({ ticksPerToken: 250_000, ticksToFill: 15_000_000 });
    expect(tokenBucket(RATE_LIMITS.auth)).toEqual({ ticksPerToken: 6_000_000, ticksToFill: 30_000_000 });
  });
});
