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

/** The same for items in which nothing is special: ids, numbers and instants. */
export function plainArrayLiteral(items: readonly (string | number | null)[]): string {
  return `{${items.map((item) => item ?? 'null').join(',')}}`;
}

/** Parts two JSON texts, none of which can hold it unescaped (RFC 8259, 7). */
const SEPARATOR = '\u001f';

/** JSON texts as one text, to be read by `jsonTexts`: to escape each for an array would cost more than to make it. */
export function joinJsonTexts(texts: readonly string[]): string {
  return texts.join(SEPARATOR);
}

/** SQL for the array of texts that `joinJsonTexts` has joined in a parameter (`$12`). */
export function jsonTexts(parameter: string): string {
  return `string_to_array(nullif(${parameter}::text, ''), E'\\x1f')`;
}
