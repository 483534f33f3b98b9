/** A limiter's numbers, as the reference writes them (section 8). */
export interface BucketLimit {
  /** Tokens added per minute, spread evenly over it. */
  readonly perMinute: number;
  /** Tokens a full bucket holds; a new bucket is full. */
  readonly burst: number;
}

/**
 * A limit, in ticks of one microsecond. The arithmetic is on whole ticks because sums of fractional
 * milliseconds round: the sixtieth of sixty requests at once would now and then be refused.
 */
export interface TokenBucket {
  readonly ticksPerToken: number;
  readonly ticksToFill: number;
}

const TICKS_PER_MILLISECOND = 1_000;
const TICKS_PER_MINUTE = 60_000 * TICKS_PER_MILLISECOND;

/** A reading of a clock in (fractional) milliseconds, as the nearest whole tick. */
export function toTicks(milliseconds: number): number {
  return Math.round(milliseconds * TICKS_PER_MILLISECOND);
}

/** The bucket of a limit. A rate that is no whole number of ticks a token is rounded down, never up. */
export function tokenBucket(limit: BucketLimit): TokenBucket {
  const ticksPerToken = Math.ceil(TICKS_PER_MINUTE / limit.perMinute);
  return { ticksPerToken, ticksToFill: ticksPerToken * limit.burst };
}

/**
 * Takes `tokens` from a bucket (reference section 8, "Token bucket rules"): the bucket's new state, or
 * `undefined` when it holds too few, which takes nothing.
 *
 * A bucket's whole state is `fullAt`, the tick at which it will be full again; refilling is the passing
 * of time and needs no bookkeeping. At tick `now` it lacks `max(0, fullAt - now) / ticksPerToken` tokens.
 *
 * Invariants, for `now` that never decreases and whole `tokens` of at least 1:
 * - a bucket holds between 0 and `burst` tokens, and one with `fullAt <= now` is as good as new;
 * - over any span no more than `burst + span / ticksPerToken` tokens are taken;
 * - a refusal changes nothing: asking sooner or oftener neither delays nor hastens the next token;
 * - more than `burst` tokens are never granted.
 */
export function spend(bucket: TokenBucket, fullAt: number, now: number, tokens: number): number | undefined {
  const next = Math.max(fullAt, now) + tokens * bucket.ticksPerToken;
  return next - now <= bucket.ticksToFill ? next : undefined;
}
