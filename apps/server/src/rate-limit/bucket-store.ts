import type { RateLimits } from './limits.js';
import { type TokenBucket, tokenBucket } from './token-bucket.js';

/** The buckets of the two limiters. */
export interface Buckets {
  readonly global: TokenBucket;
  readonly auth: TokenBucket;
}

export function bucketsOf(limits: RateLimits): Buckets {
  return { global: tokenBucket(limits.global), auth: tokenBucket(limits.auth) };
}

/** The tokens that one request costs with each limiter. */
export interface Tokens {
  readonly global: number;
  /** 0: the request is under the Global limiter alone. */
  readonly auth: number;
}

/** Requests of one address that cost the same, and ask for their tokens together. */
export interface Ask {
  /** The client's address. */
  readonly key: string;
  readonly cost: Tokens;
  /** How many requests. */
  readonly requests: number;
}

/** What a bucket has given. */
export interface Given {
  /** How many of the requests got their tokens. */
  readonly granted: number;
  /** In ticks, by the store's clock: until the bucket is full, after that. */
  readonly fullIn: number;
}

/** What the requests of one ask got. */
export interface Taken {
  readonly global: Given;
  /** Null where no request has asked it: none costs an auth token, or Global has refused all. */
  readonly auth: Given | null;
}

/**
 * Token buckets that several nodes share. They behave as one bucket in one process would (docs/reference.md, section 8): the
 * requests of an ask take Global first, one after the other, and those that pass take Auth. Time is the store's own.
 */
export interface BucketStore {
  /** Answers in the order of the asks, whose keys are all different. Rejects when the store is away. */
  take(asks: readonly Ask[]): Promise<readonly Taken[]>;
  /** Connects, so that the first request does not wait for that. Rejects when the store is away. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** The store of a service. */
export interface SharedStore extends BucketStore {
  /** The same store for keys that have other limits. It is open as long as this one. */
  withLimits(limits: RateLimits): BucketStore;
}
