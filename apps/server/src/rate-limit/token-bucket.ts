/** A limiter's numbers, as docs/reference.md, section 8 gives them. */
export interface BucketLimit {
  /** Tokens added per minute, spread evenly over it. */
  readonly perMinute: number;
  /** Tokens a full bucket holds; a new bucket is full. */
  readonly burst: number;
}

/**
 * A limit in ticks of one microsecond. The arithmetic is on whole ticks, because sums of fractional milliseconds round: the
 * last of sixty requests at once would sometimes be refused.
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

/** The bucket of a limit. A rate that is no whole number of ticks a token is rounded down. */
export function tokenBucket(limit: BucketLimit): TokenBucket {
  const ticksPerToken = Math.ceil(TICKS_PER_MINUTE / limit.perMinute);
  return { ticksPerToken, ticksToFill: ticksPerToken * limit.burst };
}

/**
 * Takes `tokens` from a bucket (docs/reference.md, section 8, "Token bucket rules"). Gives the bucket's new state, or
 * undefined if it holds too few; then nothing is taken.
 *
 * A bucket's whole state is `fullAt`, the tick at which it will be full again, so refilling needs no work. At tick `now` it
 * lacks `max(0, fullAt - now) / ticksPerToken` tokens.
 *
 * Invariants, for `now` that never decreases and whole `tokens` of at least 1:
 * - a bucket holds between 0 and `burst` tokens, and is full if `fullAt <= now`;
 * - over any span no more than `burst + span / ticksPerToken` tokens are taken;
 * - a refusal changes nothing: asking earlier or more often does not change when the next token comes;
 * - more than `burst` tokens are never granted.
 */
export function spend(bucket: TokenBucket, fullAt: number, now: number, tokens: number): number | undefined {
  const next = Math.max(fullAt, now) + tokens * bucket.ticksPerToken;
  return next - now <= bucket.ticksToFill ? next : undefined;
}
