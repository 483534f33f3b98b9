import type { BucketLimit } from './token-bucket.js';

/** The two limiters that a request may have to pass. */
export interface RateLimits {
  readonly global: BucketLimit;
  readonly auth: BucketLimit;
}

/** Of Auth, for each /64 of IPv6 beside its addresses: one customer has all of them (RFC 6177). Each node has its own. */
export const AUTH_PER_NETWORK: BucketLimit = { perMinute: 60, burst: 20 };

/** The numbers of docs/reference.md, section 8, which apply unless the operator sets others. */
export const RATE_LIMITS: RateLimits = {
  global: { perMinute: 240, burst: 60 },
  auth: { perMinute: 10, burst: 5 },
};
