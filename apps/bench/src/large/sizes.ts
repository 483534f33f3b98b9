import type { Sql } from '../postgres/database.js';

interface Size {
  readonly name: string;
  readonly table: number;
  readonly indexes: number;
}

/** What tables and their indexes take, for each message of the database, as a sentence. */
export async function sizesOf(sql: Sql, messages: number): Promise<string> {
  const sizes = await sql<Size[]>`
    select relname as name, pg_table_size(oid)::float8 as table, pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_total_relation_size(oid) desc`;
  const large = sizes.filter((size) => (size.table + size.indexes) / messages >= 0.5);
  const each = ({ name, table, indexes }: Size) =>
    `${name} ${(table / messages).toFixed(1)} and ${(indexes / messages).toFixed(1)}`;
  const all = sizes.reduce((sum, { table, indexes }) => sum + table + indexes, 0);
  return `Bytes of tables and of their indexes for each of ${messages} messages: ${large.map(each).join(', ')}; all ${(all / messages).toFixed(1)}.`;
}
