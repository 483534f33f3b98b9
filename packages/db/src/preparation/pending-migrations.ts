import type { Sql } from 'postgres';
import { migrationStatus } from '../migration-status.js';
import { DatabaseRefusal } from './refusal.js';
import { quoted, type Target } from './target.js';

/**
 * How many migrations of this version the database lacks. Throws `DatabaseRefusal` where a newer version has migrated it, and
 * where it is older than the first migration.
 */
export async function pendingMigrations(sql: Sql, target: Target): Promise<number> {
  await requireReadableRecord(sql, target);
  const { pending, unknown, isTooOld } = await migrationStatus(sql);
  if (isTooOld) throw new DatabaseRefusal(`The database at ${target.address} ${TOO_OLD}`);
  if (unknown === 0) return pending.length;
  throw new DatabaseRefusal(
    `The database at ${target.address} was migrated by a newer version of Palaver, and this version may damage it.\n` +
      'Start the newer version, or restore a backup that was made before it.',
  );
}

/** What is said of such a database, behind its name. */
export const TOO_OLD =
  'was made by a version before 26 November 2026, from which this version cannot migrate it.\n' +
  'Start the version of that day on it once, the commit d083431, and then this one.';

async function requireReadableRecord(sql: Sql, { address, role }: Target): Promise<void> {
  const [record] = await sql<{ readable: boolean }[]>`
    select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as readable
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'drizzle' and c.relname = '__drizzle_migrations'`;
  if (record === undefined || record.readable) return;
  throw new DatabaseRefusal(
    `The role ${quoted(role)} may not read which migrations were applied to the database at ${address}.\n` +
      `As the owner of the tables run: GRANT USAGE ON SCHEMA drizzle TO ${quoted(role)}; ` +
      `GRANT SELECT ON drizzle.__drizzle_migrations TO ${quoted(role)};`,
  );
}
