import type { Queryable } from './client.js';

/**
 * A hot query, built once per database handle and sent as a named prepared statement.
 * Drizzle builds a query in about the time that Postgres needs to run it, and sends un-named ones unprepared.
 */
export function prepared<Query>(build: (q: Queryable) => Query): (q: Queryable) => Query {
  const built = new WeakMap<Queryable, Query>();
  return (q) => {
    const known = built.get(q);
    if (known) return known;
    const query = build(q);
    built.set(q, query);
    return query;
  };
}
