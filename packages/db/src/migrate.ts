import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
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
