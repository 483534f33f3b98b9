import { join } from 'node:path';
import { startEmbeddedPostgres } from '@palaver/db/embedded';
import { connectUnlimited, type Sql } from '../postgres/database.js';

/** So that a large database is filled in minutes. What is lost by a crash is filled again. */
const FILLING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '20GB',
  autovacuum: 'off',
  shared_buffers: '512MB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
};

/** The settings of the service, and the cost of each statement. */
const MEASURED = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  'pg_stat_statements.track_utility': 'off',
  track_io_timing: 'on',
  // Its work falls into any of the statements.
  autovacuum: 'off',
};

/** A running one. */
export type LargePostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** Starts the Postgres of the large databases, which stay in `folder`, for filling or for measuring them. */
export function startLargePostgres(folder: string, purpose: 'filling' | 'measured'): Promise<LargePostgres> {
  return startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: logError },
    settings: purpose === 'filling' ? FILLING : MEASURED,
  });
}

/** Connections to one of its databases, without time limits. */
export function connectLarge({ connection }: LargePostgres, database: string, max: number): Sql {
  return connectUnlimited({ ...connection, database }, max);
}

/** A connection that may count what statements cost. The role has the password of that of the service. */
export function connectCounting({ connection }: LargePostgres): Sql {
  return connectUnlimited({ ...connection, user: 'postgres', database: 'postgres' }, 1);
}

const logError = (fields: Record<string, unknown>, message: string) => {
  process.stderr.write(`Postgres: ${message} ${JSON.stringify(fields)}\n`);
};
