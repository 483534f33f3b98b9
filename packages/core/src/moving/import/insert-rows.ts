import { type Queryable, statement } from '@palaver/db';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** What the table has already stays. */
export const KEEPS = 'on conflict do nothing';
/** Rows of one statement; each has few columns. */
const ROWS = 1_000;

/**
 * Inserts any number of rows, which have the same fields, some in each statement. They are one parameter: of a parameter for each field
 * the query builder makes some kilobytes of objects for a row.
 */
export async function insertRows<Table extends PgTable>(
  { tx }: { readonly tx: Queryable },
  table: Table,
  rows: ReadonlyArray<Table['$inferInsert']>,
  onConflict: typeof KEEPS | '' = '',
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in first);
  const names = columns.map(([, { name }]) => name);
  const name = getTableName(table);
  const insert = statement(`
    insert into "${name}" (${names.join(', ')})
    select ${names.join(', ')} from json_populate_recordset(null::${name}, $1::text::json)
    ${onConflict}`);
  for (let from = 0; from < rows.length; from += ROWS) {
    const some = rows.slice(from, from + ROWS).map((row) => {
      const given = new Map(Object.entries(row));
      return Object.fromEntries(columns.map(([field, { name: column }]) => [column, given.get(field)]));
    });
    await insert(tx, [JSON.stringify(some)]);
  }
}
