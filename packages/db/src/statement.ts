import { PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Queryable } from './client.js';

/** What a statement is given for each `$n`, in the text form of its type. */
export type StatementParameter = string | null;

/**
 * A statement of the hottest path, sent as it stands and prepared once per connection. The query builder's own work on
 * each call, which is little, is left out here.
 */
export function statement<Row extends object>(
  text: string,
): (q: Queryable, parameters: StatementParameter[]) => Promise<readonly Row[]> {
  return (q, parameters) => {
    const { session } = q._;
    if (!(session instanceof PostgresJsSession)) throw new Error('the query builder runs on postgres.js');
    const client: Sql = session.client;
    return client.unsafe<Row[]>(text, parameters, { prepare: true });
  };
}

const SPECIAL = /["\\]/g;

/** The literal of an array of one dimension (Postgres manual, 8.15.2). */
export function arrayLiteral(items: readonly (string | null)[]): string {
  const written = items.map((item) => (item === null ? 'null' : `"${item.replace(SPECIAL, '\\$&')}"`));
  return `{${written.join(',')}}`;
}
