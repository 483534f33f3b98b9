import { join } from 'node:path';
import { createDatabase, type DatabaseConnection, type DatabaseHandle, migrate } from '@palaver/db';
import { startEmbeddedPostgres } from '@palaver/db/embedded';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';

export interface RunningDatabase extends DatabaseHandle {
  /** How often the embedded Postgres was started again; null for the operator's own. */
  postgresRestarts(): number | null;
  /** Closes the pool, then stops an embedded Postgres. */
  stop(): Promise<void>;
}

/**
 * Starts or connects to the database, embedded or the operator's own, and migrates its schema. Waits for a Postgres that is
 * away, unless `signal` is aborted. Throws `DatabaseRefusal` for a database that cannot be used as it is.
 */
export async function startDatabase(
  config: Config,
  log: Logger,
  signal?: AbortSignal,
): Promise<RunningDatabase> {
  const { connection, restarts, stop } = await connect(config, log);
  try {
    const waitMs = config.databaseWaitSeconds * 1_000;
    await migrate(connection, { waitMs, onAway: (sentence) => log.warn(sentence), signal });
    const handle = createDatabase(connection);
    return {
      ...handle,
      postgresRestarts: restarts,
      stop: async () => {
        await handle.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Connected {
  readonly connection: DatabaseConnection;
  readonly restarts: () => number | null;
  readonly stop: () => Promise<void>;
}

async function connect(config: Config, log: Logger): Promise<Connected> {
  if (config.databaseUrl !== null) {
    return { connection: { url: config.databaseUrl }, restarts: () => null, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log });
  return {
    connection: postgres.connection,
    restarts: () => postgres.restarts,
    stop: () => postgres.stop(),
  };
}
