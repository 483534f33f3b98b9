import type { BucketLimit } from './token-bucket.js';

/** The two limiters that a request may have to pass. */
export interface RateLimits {
  readonly global: BucketLimit;
  readonly auth: BucketLimit;
}

const PER_NETWORK: BucketLimit = { perMinute: 60, burst: 20 };

/** Of Auth, for each /64 of IPv6 beside its addresses, of which one customer has all (RFC 6177). Not less than one address has. */
export function authPerNetwork({ auth }: RateLimits): BucketLimit {
  return {
    perMinute: Math.max(PER_NETWORK.perMinute, auth.perMinute),
    burst: Math.max(PER_NETWORK.burst, auth.burst),
  };
}

/** The numbers of docs/reference.md, section 8, which apply unless the operator sets others. */
export const RATE_LIMITS: RateLimits = {
  global: { perMinute: 240, burst: 60 },
  auth: { perMinute: 10, burst: 5 },
};
