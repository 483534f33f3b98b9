import type { Queryable } from './client.js';

/**
 * A frequent query, built once per database handle and sent as a named prepared statement.
 * Drizzle takes about as long to build a query as Postgres to run it, and sends queries without a name unprepared.
 */
export function prepared<Query>(build: (q: Queryable) => Query): (q: Queryable) => Query {
  const built = new WeakMap<Queryable, Query>();
  return (q) => {
    const existing = built.get(q);
    if (existing) return existing;
    const query = build(q);
    built.set(q, query);
    return query;
  };
}
