import { type Migration, migrationOf } from '@palaver/db';
import type { TransactionSql } from 'postgres';
import { BackupError } from '../backup-error.js';
import type { Manifest } from '../format/manifest.js';

/**
 * Creates the schema that the backup was made of, as the migrator of the service does, but in this transaction. Its triggers
 * are disabled until `enableTriggers`.
 */
export async function createSchema(
  tx: TransactionSql,
  { migration, tables, palaver }: Manifest,
  migrations: readonly Migration[],
): Promise<void> {
  const made = migrationOf(migrations, migration.hash);
  if (made === undefined) {
    throw new BackupError(
      `The backup was made by Palaver ${palaver}, whose schema (${migration.tag}) this version does not know: restore it with that version.`,
    );
  }
  await tx`create schema if not exists drizzle`;
  await tx`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const { statements, hash, when } of migrations.slice(0, migrations.indexOf(made) + 1)) {
    for (const statement of statements) await tx.unsafe(statement);
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
  }
  requireTables(made.tables, tables);
  // A trigger may refuse to empty a table, or write rows that the backup has.
  for (const { name } of tables) await tx.unsafe(`alter table public."${name}" disable trigger user`);
  // A migration may have written rows. COPY freezes the rows of a table that was emptied in its transaction.
  await tx.unsafe(`truncate ${made.tables.map((name) => `public."${name}"`).join(', ')}`);
}

function requireTables(known: readonly string[], given: Manifest['tables']): void {
  const names = given.map(({ name }) => name);
  if (names.length === known.length && known.every((name) => names.includes(name))) return;
  throw new BackupError('The backup does not have the tables that its schema has.');
}

export async function enableTriggers(tx: TransactionSql, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) await tx.unsafe(`alter table public."${name}" enable trigger user`);
}

/** The statement that makes a foreign key again. */
export type ForeignKey = string;

/**
 * Drops the foreign keys, so that the tables can be filled in any order. Checking all rows at once, when a key is made
 * again, also takes less time and memory than checking each.
 */
export async function dropForeignKeys(tx: TransactionSql, { tables }: Manifest): Promise<ForeignKey[]> {
  const names = tables.map(({ name }) => name).join(',');
  const keys = await tx<{ table: string; name: string; definition: string }[]>`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and t.relnamespace = 'public'::regnamespace
      and t.relname = any(string_to_array(${names}, ','))
    order by 1, 2`;
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint "${name}"`);
  return keys.map(
    ({ table, name, definition }) => `alter table ${table} add constraint "${name}" ${definition}`,
  );
}
