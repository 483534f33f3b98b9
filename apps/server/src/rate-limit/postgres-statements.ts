/** Requests of one address that ask one limiter. */
export interface Asked {
  readonly key: string;
  readonly requests: number;
}

/** A row of `TAKE`. */
export interface TakenRow {
  readonly key: string;
  readonly granted: number;
  readonly fullIn: number;
}

const NOW = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/**
 * Takes tokens from the buckets of one limiter ($1), which fill in $2 ticks, for requests that cost $3 ticks each: for each
 * key ($4) as many requests as its bucket holds, at most this many ($5). A bucket without a row is full. It is `spend` of
 * token-bucket.ts for several requests at once.
 *
 * Rows are made and locked in the order of their keys, so that two nodes never wait for each other. The time is read under
 * the lock of each. A state beyond an empty bucket (the clock has stepped back, or the operator has made the bucket smaller)
 * counts as an empty one. Nothing is joined to the table: such a plan, made while the table was empty, would read all of it
 * for each key. So the row keeps how many requests were granted, which an upsert cannot tell otherwise before Postgres 18.
 */
export const TAKE = `
  insert into rate_buckets as bucket (limiter, key, full_at, last_granted)
  select $1, key, ${NOW} + wanted * $3::text::bigint, wanted
  from unnest($4::text::text[], $5::text::int[]) asked (key, requests)
  cross join lateral (select least(requests, $2::text::bigint / $3::text::bigint) as wanted) bounded
  order by key
  on conflict (limiter, key) do update set (full_at, last_granted) = (
    select now + lack + granted * $3::text::bigint, granted
    from (select ${NOW} as now offset 0) clock
    cross join lateral (select least(greatest(bucket.full_at - now, 0), $2::text::bigint) as lack) state
    cross join lateral (
      select least(excluded.last_granted, ($2::text::bigint - lack) / $3::text::bigint) as granted) share
  )
  returning key, last_granted as granted, greatest(full_at - ${NOW}, 0)::float8 as "fullIn"`;

/** Removes at most $1 buckets that are full. It waits for nobody. */
export const PURGE_FULL = `
  delete from rate_buckets where ctid = any (array(
    select ctid from rate_buckets where full_at <= (extract(epoch from clock_timestamp()) * 1000000)::bigint
    limit $1 for update skip locked))`;

/** Removes the $1 buckets that are nearest to full. */
export const PURGE_SURPLUS = `
  delete from rate_buckets where ctid = any (array(
    select ctid from rate_buckets order by full_at limit $1 for update skip locked))`;
