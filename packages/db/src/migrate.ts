import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { connect, type DatabaseConnection } from './connection.js';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Any constant, the same in every node. */
const MIGRATION_LOCK = 7_252_837;

const ATTEMPTS_MAX = 5;

/**
 * Brings the schema up to date. Two nodes may start at once: the second waits for the advisory lock and then has
 * nothing to do. After a lost connection the migrations may or may not have been applied, so it looks again.
 */
export async function migrate(connection: DatabaseConnection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(connection);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isConnectionLost(error)) throw error;
    }
  }
}

/** A migration may take long, so this connection has no time limits. */
async function migrateOnce(connection: DatabaseConnection): Promise<void> {
  const sql = connect(connection, {
    max: 1,
    connection: { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
  });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle(sql), { migrationsFolder: MIGRATIONS });
  } finally {
    // Without a limit this may wait for a lost connection, while nothing keeps the process alive.
    await sql.end({ timeout: 1 });
  }
}

/** The driver's code of a connection that was open; the migrator wraps the errors of its statements. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isLost = 'code' in error && (error.code === 'CONNECTION_CLOSED' || error.code === 'ECONNRESET');
  return isLost || isConnectionLost(error.cause);
}

/** Which migrations of this release a database has. */
export interface MigrationStatus {
  /** Names of migrations, oldest first. */
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** How many migrations the database has that this release does not know: a newer release has made them. */
  readonly unknown: number;
}

/** The names of this release's migrations, oldest first. */
export async function migrationNames(): Promise<string[]> {
  return (await readJournal()).map(({ tag }) => tag);
}

/** Compares a database with the migrations of this release; changes nothing. */
export async function migrationStatus(sql: Sql): Promise<MigrationStatus> {
  const [table] = await sql<{ found: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as found`;
  const rows = table?.found
    ? await sql<{ when: string }[]>`select created_at::text as "when" from drizzle.__drizzle_migrations`
    : [];
  const times = new Set(rows.map(({ when }) => Number(when)));
  const known = await readJournal();
  const isApplied = ({ when }: { when: number }) => times.has(when);
  return {
    applied: known.filter(isApplied).map(({ tag }) => tag),
    pending: known.filter((entry) => !isApplied(entry)).map(({ tag }) => tag),
    unknown: times.size - known.filter(isApplied).length,
  };
}

async function readJournal(): Promise<{ tag: string; when: number }[]> {
  // drizzle-kit writes this file, with these fields.
  const { entries } = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
  return entries;
}
