import { connect } from '@palaver/db';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisScripts } from '../redis/scripts.js';
import { isRedisInstalled, type RedisServer, startRedis } from '../testing/redis-server.js';
import { type Ask, type BucketStore, bucketsOf, type Given, type Taken } from './bucket-store.js';
import type { RateLimits } from './limits.js';
import { postgresBuckets } from './postgres-buckets.js';
import { redisBuckets } from './redis-buckets.js';
import { spend, type TokenBucket } from './token-bucket.js';

/** A token takes a minute, so that none is added while a test runs. */
const SLOW: RateLimits = { global: { perMinute: 1, burst: 12 }, auth: { perMinute: 1, burst: 4 } };
/** A token takes 10 ms; a bucket, two seconds. */
const FAST: RateLimits = { global: { perMinute: 6_000, burst: 200 }, auth: { perMinute: 6_000, burst: 200 } };
const NODES = 4;

const hasRedis = isRedisInstalled();

let database: TestDatabase;
let redis: RedisServer | undefined;
const opened: BucketStore[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  if (hasRedis) redis = await startRedis();
});
afterAll(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await redis?.close();
  await database.drop();
});

const KINDS = {
  Postgres: (limits: RateLimits) =>
    postgresBuckets({ connection: database.connection, buckets: bucketsOf(limits) }),
  Redis: (limits: RateLimits) =>
    redisBuckets({
      scripts: redisScripts(redis?.url ?? ''),
      buckets: bucketsOf(limits),
      database: 'a',
    }),
};

/** The same store, as several nodes have it. */
function nodesOf(kind: keyof typeof KINDS, limits: RateLimits): BucketStore[] {
  const stores = Array.from({ length: NODES }, () => KINDS[kind](limits));
  opened.push(...stores);
  return stores;
}

let keys = 0;
/** An address that no other test uses. */
const newKey = () => `2001:db8::${(++keys).toString(16)}`;

async function take(store: BucketStore | undefined, ask: Ask): Promise<Taken> {
  const [taken] = (await store?.take([ask])) ?? [];
  if (!taken) throw new Error('no answer');
  return taken;
}

/** A bucket for one request after the other, on a clock that stands still. */
class ExactBucket {
  #fullAt = 0;
  constructor(readonly bucket: TokenBucket) {}

  give(requests: number, tokens: number): Given {
    let granted = 0;
    for (let n = 0; n < requests; n++) {
      const next = spend(this.bucket, this.#fullAt, 0, tokens);
      if (next === undefined) continue;
      this.#fullAt = next;
      granted++;
    }
    return { granted, fullIn: this.#fullAt };
  }
}

describe.each(['Postgres', 'Redis'] as const)('buckets in %s', (kind) => {
  if (kind === 'Redis' && !hasRedis) return test.skip('redis-server is not on the PATH');
  test('grant what one exact bucket would, at whichever node a request comes in', async () => {
    const stores = nodesOf(kind, SLOW);
    const buckets = bucketsOf(SLOW);
    const steps = fc.array(
      fc.record({
        node: fc.nat(NODES - 1),
        key: fc.nat(2),
        requests: fc.integer({ min: 1, max: 5 }),
        cost: fc.record({ global: fc.integer({ min: 1, max: 4 }), auth: fc.nat(2) }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (asked) => {
        const models = [0, 1, 2].map(() => ({
          key: newKey(),
          global: new ExactBucket(buckets.global),
          auth: new ExactBucket(buckets.auth),
        }));
        const from = performance.now();
        for (const { node, key, requests, cost } of asked) {
          const model = models[key];
          if (!model) throw new Error('no such key');
          const taken = await take(stores[node], { key: model.key, requests, cost });
          const passed = model.global.give(requests, cost.global);
          const isAsked = cost.auth > 0 && passed.granted > 0;
          const expected = {
            global: passed,
            auth: isAsked ? model.auth.give(passed.granted, cost.auth) : null,
          };
          expect(taken.global.granted).toBe(expected.global.granted);
          expect(taken.auth?.granted).toBe(expected.auth?.granted);
          const ticks = (performance.now() - from) * 1_000 + 1_000;
          for (const limiter of ['global', 'auth'] as const) {
            const [told, exact] = [taken[limiter]?.fullIn ?? 0, expected[limiter]?.fullIn ?? 0];
            expect(told).toBeLessThanOrEqual(exact);
            expect(told).toBeGreaterThan(exact - ticks);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('give each token once to nodes that take at the same time, from new and from used addresses', async () => {
    const stores = nodesOf(kind, SLOW);
    const used = Array.from({ length: 20 }, newKey);
    for (const key of used) await take(stores[0], { key, requests: 1, cost: { global: 1, auth: 1 } });
    const all = [...used, ...Array.from({ length: 20 }, newKey)];
    const granted = new Map<string, number>();
    const passed = new Map<string, number>();
    await Promise.all(
      stores.flatMap((store, node) =>
        [0, 1, 2].map(async () => {
          const shuffled = all.toSorted(
            (a, b) => (a.charCodeAt(a.length - 1) - b.charCodeAt(b.length - 1)) * (node - 1.5),
          );
          const taken = await store.take(
            shuffled.map((key) => ({ key, requests: 5, cost: { global: 1, auth: 1 } })),
          );
          for (const [index, key] of shuffled.entries()) {
            passed.set(key, (passed.get(key) ?? 0) + (taken[index]?.global.granted ?? 0));
            granted.set(key, (granted.get(key) ?? 0) + (taken[index]?.auth?.granted ?? 0));
          }
        }),
      ),
    );
    for (const key of all) {
      const before = used.includes(key) ? 1 : 0;
      expect(passed.get(key)).toBe(12 - before);
      expect(granted.get(key)).toBe(4 - before);
    }
  });

  test('refill by the clock of the store: over any time nobody gets more than the burst and the rate', async () => {
    const stores = nodesOf(kind, FAST);
    const key = newKey();
    const ask = { key, requests: 1_000, cost: { global: 1, auth: 0 } };
    const began = performance.now();
    const first = await take(stores[0], ask);
    const answered = performance.now();
    let granted = first.global.granted;
    let asked = answered;
    while (performance.now() - answered < 1_000) {
      asked = performance.now();
      const taken = await Promise.all(stores.map((store) => take(store, ask)));
      for (const { global } of taken) granted += global.granted;
    }
    expect(first.global.granted).toBe(200);
    expect(granted).toBeLessThanOrEqual(200 + (performance.now() - began) / 10);
    expect(granted).toBeGreaterThanOrEqual(200 + Math.floor((asked - answered) / 10) - 1);
  });

  test('refuse more than a bucket holds when it is full, and then take nothing', async () => {
    const [store] = nodesOf(kind, SLOW);
    const key = newKey();
    expect(await take(store, { key, requests: 3, cost: { global: 13, auth: 1 } })).toEqual({
      global: { granted: 0, fullIn: 0 },
      auth: null,
    });
    expect((await take(store, { key, requests: 20, cost: { global: 1, auth: 0 } })).global.granted).toBe(12);
  });
});

describe.runIf(hasRedis)('the keys of the buckets', () => {
  test('expire when the buckets are full, and those of another database are others', async () => {
    const scripts = redisScripts(redis?.url ?? '');
    const buckets = bucketsOf({ ...SLOW, global: { perMinute: 600, burst: 12 } });
    const [here, there] = ['here', 'there'].map((name) => redisBuckets({ scripts, buckets, database: name }));
    if (here) opened.push(here);
    const key = newKey();
    const ask = { key, requests: 20, cost: { global: 1, auth: 1 } };
    expect(await take(here, ask)).toMatchObject({ global: { granted: 12 }, auth: { granted: 4 } });
    expect(await take(there, ask)).toMatchObject({ global: { granted: 12 }, auth: { granted: 4 } });
    const name = `palaver:here:bucket:global:{${key}}`;
    const ttl = Number(await scripts.run(`return redis.call('PTTL', KEYS[1])`, [name], []));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(1_200);
    const exists = () => scripts.run(`return redis.call('EXISTS', KEYS[1])`, [name], []);
    await expect.poll(exists).toBe(0);
  });

  test('with a clock of Redis that has stepped back count as empty buckets', async () => {
    const scripts = redisScripts(redis?.url ?? '');
    const store = redisBuckets({ scripts, buckets: bucketsOf(FAST), database: 'a' });
    opened.push(store);
    const key = newKey();
    const set = `return redis.call('SET', KEYS[1], '9000000000000000')`;
    await scripts.run(set, [`palaver:a:bucket:global:{${key}}`], []);
    const ask = { key, requests: 1_000, cost: { global: 1, auth: 0 } };
    expect(await take(store, ask)).toEqual({ global: { granted: 0, fullIn: 2_000_000 }, auth: null });
  });
});

describe('the table of the buckets', () => {
  const tableOf = () => connect(database.connection, { max: 1 });
  const HOUR = 3_600_000_000;

  test('a clock of the database that has stepped back leaves buckets empty, and they fill from then on', async () => {
    const [store] = nodesOf('Postgres', FAST);
    const sql = tableOf();
    const key = newKey();
    await take(store, { key, requests: 10, cost: { global: 1, auth: 0 } });
    await sql`update rate_buckets set full_at = full_at + ${HOUR} where key = ${key}`;
    const ask = { key, requests: 1_000, cost: { global: 1, auth: 0 } };
    const { global } = await take(store, ask);
    expect(global.granted).toBe(0);
    expect(global.fullIn).toBeGreaterThan(1_900_000);
    expect(global.fullIn).toBeLessThanOrEqual(2_000_000);
    await expect.poll(async () => (await take(store, ask)).global.granted).toBeGreaterThan(0);
    await sql.end();
  });

  test('a purge removes the buckets that are full, and beyond the bound those that are nearest to it', async () => {
    const sql = tableOf();
    await sql`delete from rate_buckets`;
    const limits: RateLimits = { global: { perMinute: 600, burst: 1 }, auth: SLOW.auth };
    const store = postgresBuckets({
      connection: database.connection,
      buckets: bucketsOf(limits),
      purgeEveryMs: 200,
      rowsMax: 3,
    });
    opened.push(store);
    const cost = (auth: number) => ({ global: 1, auth });
    const keysOf = async () =>
      (await sql<{ key: string }[]>`select key from rate_buckets where limiter = 'auth' order by key`).map(
        ({ key }) => key,
      );
    const asks = [1, 2, 3, 4].map((auth) => ({ key: `address ${auth}`, requests: 1, cost: cost(auth) }));
    await store.take([{ key: 'address 0', requests: 1, cost: cost(0) }, ...asks]);
    expect(await sql`select count(*)::int from rate_buckets`).toEqual([{ count: 9 }]);
    await expect.poll(keysOf).toEqual(['address 2', 'address 3', 'address 4']);
    expect(await sql`select count(*)::int from rate_buckets`).toEqual([{ count: 3 }]);
    await sql.end();
  });
});
