import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestClients } from './client-ip.js';
import { Limiter, MAX_BUCKETS } from './limiter.js';
import { RATE_LIMITS } from './limits.js';
import { countAccepted, manualClock, nthAddress } from './test-support.js';
import { spend, tokenBucket, toTicks } from './token-bucket.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const { global, auth } = RATE_LIMITS;
const MEGABYTE = 1_048_576;

/** Bytes in use after a collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('the consequences in section 8', () => {
  it('lets 60 through at once, then 4 a second', () => {
    const clock = manualClock();
    const limiter = new Limiter(global, clock);
    expect(countAccepted(100, () => limiter.take('a', 1))).toBe(60);
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1_000);
      expect(countAccepted(10, () => limiter.take('a', 1))).toBe(4);
    }
  });

  it('lets 5 auth requests through at once, then one every 6 seconds', () => {
    const clock = manualClock();
    const limiter = new Limiter(auth, clock);
    expect(countAccepted(10, () => limiter.take('a', 1))).toBe(5);
    for (let i = 0; i < 10; i += 1) {
      clock.advance(5_999);
      expect(limiter.take('a', 1)).toBe(false);
      clock.advance(1);
      expect(countAccepted(3, () => limiter.take('a', 1))).toBe(1);
    }
  });

  it('refills continuously, not in windows', () => {
    const clock = manualClock();
    const limiter = new Limiter(global, clock);
    countAccepted(60, () => limiter.take('a', 1));
    clock.advance(249.999);
    expect(limiter.take('a', 1)).toBe(false);
    clock.advance(0.001);
    expect(limiter.take('a', 1)).toBe(true);
  });

  it('never holds more than the burst, however long it rests', () => {
    const clock = manualClock();
    const limiter = new Limiter(global, clock);
    countAccepted(60, () => limiter.take('a', 1));
    clock.advance(86_400_000);
    expect(countAccepted(100, () => limiter.take('a', 1))).toBe(60);
  });

  it('keeps a bucket for each key', () => {
    const limiter = new Limiter(auth, manualClock());
    countAccepted(9, () => limiter.take('a', 1));
    expect(countAccepted(9, () => limiter.take('b', 1))).toBe(5);
  });

  it('takes the tokens of a batch all together or not at all', () => {
    const limiter = new Limiter(global, manualClock());
    expect(limiter.take('a', 50)).toBe(true);
    expect(limiter.take('a', 11)).toBe(false);
    expect(limiter.take('a', 10)).toBe(true);
    expect(limiter.take('a', 1)).toBe(false);
  });
});

describe('the clock', () => {
  it('changes nothing when its source runs backwards', () => {
    const clock = manualClock(100_000);
    const limiter = new Limiter(global, clock);
    countAccepted(60, () => limiter.take('a', 1));
    clock.advance(-50_000);
    expect(limiter.take('a', 1)).toBe(false);
    expect(countAccepted(70, () => limiter.take('b', 1))).toBe(60);
    clock.advance(50_250);
    expect(countAccepted(9, () => limiter.take('a', 1))).toBe(1);
  });

  it('has a default', () => {
    const limiter = new Limiter({ perMinute: 1, burst: 1 });
    expect(countAccepted(3, () => limiter.take('a', 1))).toBe(1);
  });
});

describe('many keys', () => {
  it('behave like one bucket each that is never dropped', () => {
    const steps = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c', 'd'),
        wait: fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 20_000 })),
        tokens: fc.integer({ min: 1, max: 7 }),
      }),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(fc.constantFrom(global, auth), steps, (limit, taken) => {
        const clock = manualClock(10_000);
        const limiter = new Limiter(limit, clock);
        const bucket = tokenBucket(limit);
        const fullAt = new Map<string, number>();
        let now = 0;
        for (const { key, wait, tokens } of taken) {
          clock.advance(wait);
          now = Math.max(now, toTicks(clock.now()));
          const next = spend(bucket, fullAt.get(key) ?? 0, now, tokens);
          if (next !== undefined) fullAt.set(key, next);
          expect(limiter.take(key, tokens)).toBe(next !== undefined);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('drops a bucket soon after it is full, and not before', () => {
    const clock = manualClock();
    const limiter = new Limiter(global, clock);
    countAccepted(60, () => limiter.take('empty', 1));
    limiter.take('nearly full', 1);
    clock.advance(2_200);
    expect(limiter.size).toBe(1);
    clock.advance(12_700);
    expect(limiter.size).toBe(1);
    clock.advance(2_000);
    expect(limiter.size).toBe(0);
  });

  it('does not grow with requests of the same key, or with refused ones', () => {
    const clock = manualClock();
    const limiter = new Limiter(global, clock);
    for (let i = 0; i < 10_000; i += 1) {
      clock.advance(i % 7 === 0 ? 250 : 0);
      limiter.take('a', 1);
    }
    expect(limiter.take('b', 61)).toBe(false);
    expect(limiter.size).toBe(1);
  });
});

describe('a million addresses', () => {
  it('at once stay within the limit and about 30 MB', () => {
    const limiter = new Limiter(global, manualClock());
    const before = heapUsed();
    let largest = 0;
    for (let n = 0; n < 1_000_000; n += 1) {
      limiter.take(nthAddress(n), 1);
      if (n % 10_000 === 0) largest = Math.max(largest, limiter.size);
    }
    expect(largest).toBeLessThanOrEqual(MAX_BUCKETS);
    expect(limiter.size).toBeLessThanOrEqual(MAX_BUCKETS);
    expect(heapUsed() - before).toBeLessThan(48 * MEGABYTE);
    expect(limiter.take('another', 1)).toBe(true);
  });

  it('at 20,000 a second are kept only until they are full again', () => {
    const clock = manualClock();
    const limiter = new Limiter(global, clock);
    let largest = 0;
    for (let n = 0; n < 1_000_000; n += 1) {
      clock.advance(0.05);
      limiter.take(nthAddress(n), 1);
      if (n % 1_000 === 0) largest = Math.max(largest, limiter.size);
    }
    expect(largest).toBeLessThan(2.2 * 20_000);
  });

  it.each([
    ['global', global],
    ['auth', auth],
  ])('do not have an empty bucket dropped (%s)', (_name, limit) => {
    const clock = manualClock();
    const limiter = new Limiter(limit, clock);
    countAccepted(limit.burst, () => limiter.take('attacker', 1));
    for (let n = 0; n < 1_000_000; n += 1) limiter.take(nthAddress(n), 1);
    expect(limiter.take('attacker', 1)).toBe(false);
    clock.advance(60_000 / limit.perMinute);
    expect(countAccepted(9, () => limiter.take('attacker', 1))).toBe(1);
  });

  it('drop the fullest first: an empty bucket goes only once all others are as empty', () => {
    const limiter = new Limiter(auth, { ...manualClock(), maxBuckets: 100 });
    limiter.take('attacker', 5);
    for (let n = 0; n < 1_000; n += 1) limiter.take(nthAddress(n), 4);
    expect(limiter.take('attacker', 1)).toBe(false);
    expect(limiter.size).toBeLessThanOrEqual(100);
    for (let n = 0; n < 1_000; n += 1) limiter.take(nthAddress(n), 5);
    expect(limiter.size).toBeLessThanOrEqual(100);
    expect(limiter.take('attacker', 1)).toBe(true);
  });

  it('with long headers keep only the addresses in memory', () => {
    const trusted = parseTrustedProxies('127.0.0.1/32');
    const socket = { remoteAddress: '127.0.0.1' };
    const limiter = new Limiter(global, manualClock());
    const before = heapUsed();
    for (let n = 0; n < 20_000; n += 1) {
      const family =
        n % 2 === 0
          ? `203.113.${100 + (n >> 8)}.${n & 255}`
          : `2001:db8:ffff:ffff:ffff:ffff:ffff:${n.toString(16)}`;
      const headers = { 'x-forwarded-for': `${family}, ${'10.0.0.1, '.repeat(1_000)}` };
      limiter.take(requestClients(trusted)({ headers, socket }).address, 1);
    }
    expect(limiter.size).toBe(20_000);
    expect(heapUsed() - before).toBeLessThan(8 * MEGABYTE);
  });
});
