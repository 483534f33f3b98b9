import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DebtBucket } from './debt-bucket.js';

const limits = fc.record({
  perMinute: fc.integer({ min: 1, max: 100_000 }),
  burst: fc.integer({ min: 1, max: 1_000 }),
});
const charges = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 100 });

test('who waits as long as the bucket says takes no more than the burst, the refill and one charge', () => {
  fc.assert(
    fc.property(limits, charges, fc.nat(10_000), (limit, costs, idle) => {
      let now = 0;
      const bucket = new DebtBucket(limit, () => now);
      let taken = 0;
      for (const [index, cost] of costs.entries()) {
        if (index % 7 === 0) now += idle;
        now += bucket.waitMs();
        taken += cost;
        bucket.charge(cost);
        const most = limit.burst + (now / 60_000) * limit.perMinute + cost;
        expect(taken).toBeLessThanOrEqual(most * (1 + 1e-9));
      }
    }),
  );
});

test('within the burst nobody waits, and a bucket that has refilled is full', () => {
  let now = 0;
  const bucket = new DebtBucket({ perMinute: 60, burst: 10 }, () => now);
  bucket.charge(10);
  expect(bucket.waitMs()).toBe(0);
  bucket.charge(3);
  expect(bucket.waitMs()).toBe(3_000);
  bucket.charge(-2);
  expect(bucket.waitMs()).toBe(1_000);
  now = 11_000;
  expect([bucket.waitMs(), bucket.full]).toEqual([0, true]);
});
