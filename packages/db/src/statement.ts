import { PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Queryable } from './client.js';

/** The value of one `$n`, in the text form of its type. */
export type StatementParameter = string | null;

/**
 * A statement for the most frequent calls: its text is sent as it is, prepared once per connection, without the query
 * builder's work on each call.
 */
export function statement<Row extends object>(
  text: string,
): (q: Queryable, parameters: StatementParameter[]) => Promise<readonly Row[]> {
  return (q, parameters) => {
    const { session } = q._;
    if (!(session instanceof PostgresJsSession))
      throw new Error('The query builder does not use postgres.js.');
    const client: Sql = session.client;
    return client.unsafe<Row[]>(text, parameters, { prepare: true });
  };
}

const SPECIAL = /["\\]/g;

/** The literal of an array of one dimension (Postgres manual, 8.15.2). */
export function arrayLiteral(items: readonly (string | null)[]): string {
  const elements = items.map((item) => (item === null ? 'null' : `"${item.replace(SPECIAL, '\\$&')}"`));
  return `{${elements.join(',')}}`;
}
