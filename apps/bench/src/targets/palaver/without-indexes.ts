import { arrayLiteral } from '@palaver/db';
import type { TransactionSql } from '../../postgres/database.js';

/**
 * Drops the keys and indexes of some tables, with the foreign keys of others that refer to them, runs `fill`, and
 * creates them again: filling a million rows is much faster without them. The keys are checked when they are created.
 */
export async function withoutIndexes(
  sql: TransactionSql,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  // Primary keys first: foreign keys need them.
  const constraints = await sql<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype in ('p', 'f') and conrelid = any (${arrayLiteral(tables)}::regclass[])
      or contype = 'f' and confrelid = any (${arrayLiteral(tables)}::regclass[])
    order by contype desc`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any (${arrayLiteral(tables)}::regclass[]) and not indisprimary`;
  for (const { table, name } of constraints.toReversed()) {
    await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
  }
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  await fill();
  for (const { table, name, definition } of constraints) {
    await sql`alter table ${sql(table)} add constraint ${sql(name)} ${sql.unsafe(definition)}`;
  }
  for (const { definition } of indexes) await sql.unsafe(definition);
}
