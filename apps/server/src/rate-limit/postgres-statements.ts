/** Requests of one address that ask one limiter. */
export interface Asked {
  readonly key: string;
  /** The tokens of one request. */
  readonly tokens: number;
  readonly requests: number;
}

/** A row of `TAKE`. */
export interface TakenRow {
  /** The place of the ask, from 0. */
  readonly n: number;
  readonly granted: number;
  readonly fullIn: number;
  /** Another node has made the bucket meanwhile: nothing was taken, and the ask is to be made again. */
  readonly collided: boolean;
}

/** Rows are found one by one, by an index, whatever the table was like when the plan was made. */
export const PLANNER_SETTINGS = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };

/**
 * Takes tokens from the buckets of one limiter ($1), which fill in $2 ticks: for each key ($3) as many requests of this cost
 * in ticks ($4) as the bucket holds, at most so many ($5). A bucket without a row is full. It is `spend` of token-bucket.ts
 * for several requests at once. A row is written by its key (`PLANNER_SETTINGS`), not by its place: a
 * statement that has waited for another one does not see the place that the row has since.
 *
 * Rows are locked in the order of their keys, and then new ones are made in that order, so that two nodes never wait for
 * each other. The time is read under the locks. A state beyond an empty bucket (the clock has stepped back, or the operator
 * has made the bucket smaller) counts as an empty one.
 */
export const TAKE = `
  with asked as materialized (
    select key, cost, requests, n - 1 as n
    from unnest($3::text::text[], $4::text::bigint[], $5::text::int[]) with ordinality as given (key, cost, requests, n)
    order by key
  ), held as materialized (
    select bucket.* from asked cross join lateral (
      select key, full_at from rate_buckets
      where limiter = $1 and key = asked.key for no key update
    ) bucket
  ), clock as materialized (
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now from (select count(*) from held) locked
  ), decided as materialized (
    select asked.n, asked.key, held.key is null as is_new, clock.now, asked.cost, lack,
      least(asked.requests, ($2::text::bigint - lack) / asked.cost) as granted
    from asked cross join clock left join held on held.key = asked.key
    cross join lateral (
      select least(greatest(coalesce(held.full_at, 0) - clock.now, 0), $2::text::bigint) as lack) state
  ), updated as (
    update rate_buckets bucket set full_at = decided.now + lack + granted * cost
    from decided
    where bucket.limiter = $1 and bucket.key = decided.key and not is_new and granted > 0
  ), added as (
    insert into rate_buckets (limiter, key, full_at)
    select $1, key, now + granted * cost from decided where is_new and granted > 0 order by key
    on conflict do nothing returning key
  )
  select decided.n::int, granted::int, (lack + granted * cost)::float8 as "fullIn",
    is_new and granted > 0 and added.key is null as collided
  from decided left join added on added.key = decided.key`;

/** Removes at most $1 buckets that are full. It waits for nobody. */
export const PURGE_FULL = `
  delete from rate_buckets where ctid = any (array(
    select ctid from rate_buckets where full_at <= (extract(epoch from clock_timestamp()) * 1000000)::bigint
    limit $1 for update skip locked))`;

/** Removes the $1 buckets that are nearest to full. */
export const PURGE_SURPLUS = `
  delete from rate_buckets where ctid = any (array(
    select ctid from rate_buckets order by full_at limit $1 for update skip locked))`;
