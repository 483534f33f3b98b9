import { PostgresJsPreparedQuery, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Queryable } from './client.js';

/**
 * A frequent query, built once, and sent as a named prepared statement by the pool and by each transaction.
 * Drizzle takes about as long to build a query as Postgres to run it, and sends queries without a name unprepared.
 * What differs between two calls are its placeholders.
 */
export function prepared<Query extends object>(build: (q: Queryable) => Query): (q: Queryable) => Query {
  const built = new WeakMap<Queryable, Query>();
  let first: Query | null = null;
  return (q) => {
    const existing = built.get(q);
    if (existing) return existing;
    const query = first === null ? build(q) : sentBy(q, first);
    first ??= query;
    built.set(q, query);
    return query;
  };
}

/** A query that was built for another handle: it says everything but which client sends it. */
function sentBy<Query extends object>(q: Queryable, query: Query): Query {
  const { session } = q._;
  if (!(query instanceof PostgresJsPreparedQuery) || !(session instanceof PostgresJsSession))
    throw new Error('The query builder does not use postgres.js.');
  return Object.assign(Object.create(Object.getPrototypeOf(query)), query, { client: session.client });
}
