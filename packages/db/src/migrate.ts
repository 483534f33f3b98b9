import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { connect, type DatabaseConnection } from './connection.js';
import { MIGRATION_LOCK, MIGRATIONS } from './migration-list.js';
import { pendingMigrations } from './preparation/pending-migrations.js';
import { requireMigrationRights, requireTableRights } from './preparation/rights.js';
import { requireServer } from './preparation/server-checks.js';
import { type Target, targetOf } from './preparation/target.js';
import { type AwayOptions, retryWhileAway } from './preparation/while-away.js';

/** A migration may take long, so its connection has no time limits. */
const NO_LIMITS = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/**
 * Waits for a database, checks that this version can use it, and brings its schema up to date. Throws `DatabaseRefusal`,
 * whose message an operator can act on. After a lost connection the migrations may or may not have been applied, so it looks
 * again.
 */
export async function migrate(connection: DatabaseConnection, options: AwayOptions = {}): Promise<void> {
  const open = () => connect(connection, { max: 1, connection: NO_LIMITS });
  const target = targetOf(connection, open());
  await retryWhileAway(target, options, async () => {
    const sql = open();
    try {
      await migrateOnce(sql, target);
    } finally {
      // Waits for nothing: the connection may be lost, and nothing would keep the process alive.
      await sql.end({ timeout: 0 });
    }
  });
}

/**
 * Two nodes may start at once: the second waits for the advisory lock and then has nothing to do. A role that may not create
 * tables can use a database that has all migrations, so the migrator, which always creates its own, then stays away.
 */
async function migrateOnce(sql: Sql, target: Target): Promise<void> {
  await requireServer(sql, target);
  const pending = await pendingMigrations(sql, target);
  if (pending === 0) return requireTableRights(sql, target);
  await requireMigrationRights(sql, pending, target);
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
  await applyMigrations(drizzle(sql), { migrationsFolder: MIGRATIONS });
}
