import type { RedisScripts } from '../redis/scripts.js';
import {
  type Ask,
  type BucketStore,
  type Buckets,
  bucketsOf,
  type SharedStore,
  type Taken,
} from './bucket-store.js';

/**
 * Takes tokens for several requests of the same cost from Global (KEYS[1]) and, for those that pass, from Auth (KEYS[2]): it
 * is `spend` of token-bucket.ts for several requests at once. ARGV: the requests; then for each bucket a request's cost and
 * the time to fill, in ticks. Answers what each granted and its ticks to full; -1 where Auth was not asked.
 *
 * A state beyond an empty bucket counts as an empty one. Redis writes numbers with 14 digits (`%.14g`) unless they are
 * formatted, and an instant has 16.
 */
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local function take(key, requests, cost, fill)
    local lack = math.min(math.max(tonumber(redis.call('GET', key) or '0') - now, 0), fill)
    local granted = math.min(requests, math.floor((fill - lack) / cost))
    if granted > 0 then
      lack = lack + granted * cost
      redis.call('SET', key, string.format('%.0f', now + lack), 'PX', string.format('%.0f', math.ceil(lack / 1000)))
    end
    return granted, lack
  end
  local passed, globalLack = take(KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]))
  if ARGV[4] == '0' or passed == 0 then return {passed, globalLack, -1, -1} end
  local granted, authLack = take(KEYS[2], passed, tonumber(ARGV[4]), tonumber(ARGV[5]))
  return {passed, globalLack, granted, authLack}`;

export interface RedisBucketsOptions {
  readonly scripts: RedisScripts;
  readonly buckets: Buckets;
  /** Of the database whose nodes share the buckets: others may use the same Redis. */
  readonly database: string;
}

/** Token buckets in Redis, on its own clock. A bucket's key expires when it is full. */
export function redisBuckets({ scripts, buckets: own, database }: RedisBucketsOptions): SharedStore {
  async function take(buckets: Buckets, { key, cost, requests }: Ask): Promise<Taken> {
    const args = [
      requests,
      cost.global * buckets.global.ticksPerToken,
      buckets.global.ticksToFill,
      cost.auth * buckets.auth.ticksPerToken,
      buckets.auth.ticksToFill,
    ];
    // The braces put both keys on the same node of a cluster.
    const keys = ['global', 'auth'].map((limiter) => `palaver:${database}:bucket:${limiter}:{${key}}`);
    const [passed, globalFullIn, granted, authFullIn] = numbers(
      await scripts.run(TAKE, keys, args.map(String)),
    );
    return {
      global: { granted: passed, fullIn: globalFullIn },
      auth: granted === -1 ? null : { granted, fullIn: authFullIn },
    };
  }

  const storeOf = (buckets: Buckets, close: BucketStore['close']): BucketStore => ({
    open: scripts.open,
    close,
    take: (asks) => Promise.all(asks.map((ask) => take(buckets, ask))),
  });
  return {
    ...storeOf(own, scripts.close),
    withLimits: (limits) => storeOf(bucketsOf(limits), async () => undefined),
  };
}

function numbers(answer: unknown): readonly [number, number, number, number] {
  if (!Array.isArray(answer) || answer.length !== 4)
    throw new Error('The script of the buckets answered something else.');
  const [a, b, c, d] = answer.map(Number);
  return [a ?? 0, b ?? 0, c ?? 0, d ?? 0];
}
