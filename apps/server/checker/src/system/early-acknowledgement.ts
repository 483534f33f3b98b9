import { withDatabase } from './with-database.js';

/**
 * Makes Postgres acknowledge commits before it has written them: they stay in shared memory as long as the settings
 * allow. The setting of the role overrides the one with which the service starts Postgres.
 */
export function acknowledgeEarly(dataDir: string): Promise<void> {
  return withDatabase(dataDir, 'postgres', async (sql) => {
    await sql`alter role palaver set synchronous_commit = off`;
    await sql`alter system set wal_writer_delay = '10s'`;
    await sql`alter system set wal_writer_flush_after = '1GB'`;
    await sql`select pg_reload_conf()`;
    // An open connection keeps the setting of the role with which it was opened.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'palaver'`;
  });
}
