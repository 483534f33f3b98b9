import { listMigrations, migrationOf } from '@palaver/db';
import type { TransactionSql } from 'postgres';
import { BackupError } from '../backup-error.js';
import { FORMAT, type Manifest } from '../format/manifest.js';

/**
 * Describes the database as this transaction sees it. The tables are those of the database's last migration, because
 * another program may have tables of its own beside them.
 */
export async function describe(tx: TransactionSql, palaver: string): Promise<Manifest> {
  const migration = await lastMigration(tx);
  const [now] = await tx<{ at: string; version: string }[]>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      current_setting('server_version') as version`;
  return {
    format: FORMAT,
    palaver,
    postgres: now?.version ?? '',
    takenAt: now?.at ?? '',
    migration: { tag: migration.tag, hash: migration.hash },
    tables: await columnsOf(tx, migration.tables),
    sequences: await tx<Manifest['sequences']>`
      select sequencename as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`.then((rows) => [...rows]),
  };
}

async function lastMigration(tx: TransactionSql) {
  const [exists] = await tx`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`;
  if (!exists) throw new BackupError('There is nothing to back up: this database has no tables of Palaver.');
  const [last] = await tx<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`;
  const known = migrationOf(await listMigrations(), last?.hash);
  if (known) return known;
  throw new BackupError(
    'The database has a newer schema than this version of Palaver knows: take the backup with the version that the service runs.',
  );
}

async function columnsOf(tx: TransactionSql, tables: readonly string[]): Promise<Manifest['tables']> {
  const rows = await tx<Manifest['tables']>`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname = any(string_to_array(${tables.join(',')}, ','))
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`;
  if (rows.length < tables.length) {
    const missing = tables.filter((table) => !rows.some(({ name }) => name === table));
    throw new BackupError(`The database has no table ${missing.join(', ')}, which its last migration has.`);
  }
  return rows.map(({ name, columns }) => ({ name, columns }));
}
