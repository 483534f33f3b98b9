import { type Migration, migrationOf } from '@palaver/db';
import type { TransactionSql } from 'postgres';
import { BackupError } from '../backup-error.js';

const ELSEWHERE = 'restore into an empty database, or into a new DATA_DIR';

/**
 * Makes sure that the database has nothing of Palaver. A service that was started and never used has left empty tables: they
 * are dropped. Throws `BackupError` for a database with accounts, with other tables under our names, or in use.
 */
export async function emptyDatabase(tx: TransactionSql, migrations: readonly Migration[]): Promise<void> {
  await refuseRunningService(tx);
  const current = await currentMigration(tx, migrations);
  if (current === null) return refuseTables(tx, migrations);
  const [account] = await tx`select 1 from public.users limit 1`;
  if (account) throw new BackupError(`The database has accounts already: ${ELSEWHERE}.`);
  const functions = await triggerFunctions(tx, current);
  await tx.unsafe('drop schema drizzle cascade');
  for (const table of current.tables) await tx.unsafe(`drop table if exists public."${table}" cascade`);
  for (const name of functions) await tx.unsafe(`drop function ${name}`);
  for (const name of current.enums) await tx.unsafe(`drop type if exists public."${name}"`);
}

/** The functions of our triggers, which stay when the tables are dropped. */
async function triggerFunctions(tx: TransactionSql, { tables }: Migration): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select distinct t.tgfoid::regprocedure::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
      and c.relname = any(string_to_array(${tables.join(',')}, ','))`;
  return rows.map(({ name }) => name);
}

async function refuseRunningService(tx: TransactionSql): Promise<void> {
  const [service] = await tx`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'palaver'`;
  if (service) throw new BackupError('The service is running on this database: stop it first.');
}

/** Null when there is none. */
async function currentMigration(
  tx: TransactionSql,
  migrations: readonly Migration[],
): Promise<Migration | null> {
  const [exists] = await tx`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`;
  if (!exists) return null;
  const [last] = await tx<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  if (!last) return null;
  const known = migrationOf(migrations, last.hash);
  if (known) return known;
  throw new BackupError(`The database has the tables of another version of Palaver: ${ELSEWHERE}.`);
}

async function refuseTables(tx: TransactionSql, migrations: readonly Migration[]): Promise<void> {
  const names = migrations.flatMap(({ tables }) => tables);
  const [found] = await tx<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(string_to_array(${names.join(',')}, ',')) limit 1`;
  if (found) throw new BackupError(`The database has a table "${found.name}" already: ${ELSEWHERE}.`);
}
