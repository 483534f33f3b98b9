import { type Column, is, SQL, sql } from 'drizzle-orm';
import type { JsonInstant } from './instant.js';

type JsonValue<Value> = Value extends Date ? JsonInstant : Value;

/** A row that Postgres sends as JSON: its instants, nullable ones as well, are texts. */
export type AsJson<Row> = {
  readonly [Name in keyof Row]: JsonValue<Row[Name]>;
};

/**
 * Columns for a JSON object per row, by their names in the schema. Many rows in one value cost the driver a single
 * `JSON.parse`, and related rows come once, in lists of their own. An instant is sent as Postgres writes it, which takes
 * about half the time of `to_char`; `iso` completes it.
 */
export function jsonColumns(columns: Readonly<Record<string, Column | SQL>>): SQL {
  const named = Object.entries(columns).map(
    ([name, column]) => sql`${asJson(column)} as ${sql.identifier(name)}`,
  );
  return sql.join(named, sql`, `);
}

/** All rows of a subquery or of a CTE as one JSON list; an empty list without rows. */
export function jsonList(rows: SQL): SQL {
  return sql`(select coalesce(json_agg(listed), '[]') from ${rows} listed)`;
}

function asJson(column: Column | SQL): SQL {
  if (is(column, SQL)) return column;
  return column.dataType === 'date' ? sql`${column} at time zone 'UTC'` : sql`${column}`;
}
