import { join } from 'node:path';
import {
  type ConnectOverrides,
  createDatabase,
  type Database,
  type DatabaseConnection,
  type DatabaseHandle,
  migrate,
} from '@palaver/db';
import { startEmbeddedPostgres } from '@palaver/db/embedded';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';
import { COMPARING_CONNECTIONS, mostConnections } from './config/connections.js';

export interface RunningDatabase extends DatabaseHandle {
  /** Beside the pool: requests that wait for a connection there do not hold up the hub's comparisons. */
  readonly comparing: Database;
  /** For connections beside the pool. */
  readonly connection: DatabaseConnection;
  /** How often the embedded Postgres was started again; null for the operator's own. */
  postgresRestarts(): number | null;
  /** Closes the pool, then stops an embedded Postgres. */
  stop(): Promise<void>;
}

/**
 * Starts or connects to the database, embedded or the operator's own, and migrates its schema. Waits for a Postgres that is
 * away, unless `signal` is aborted. Throws `DatabaseRefusal` for a database that cannot be used as it is. `patience` is for
 * tests.
 */
export async function startDatabase(
  config: Config,
  log: Logger,
  signal?: AbortSignal,
  patience: ConnectOverrides = {},
): Promise<RunningDatabase> {
  const { connection, restarts, stop } = await connect(config, log);
  try {
    const waitMs = config.databaseWaitSeconds * 1_000;
    await migrate(connection, { waitMs, onAway: (sentence) => log.warn(sentence), signal });
    const handle = createDatabase(connection, { max: config.databasePool, patience });
    const comparing = createDatabase(connection, { max: COMPARING_CONNECTIONS, patience });
    return {
      ...handle,
      comparing: comparing.db,
      connection,
      postgresRestarts: restarts,
      stop: async () => {
        await Promise.all([handle.close(), comparing.close()]);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Postgres' default, or what all workers open with some room for the operator's own connections. */
function connectionsFor(config: Config): number {
  return Math.max(100, mostConnections(config) + 20);
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
  const postgres = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    log,
    settings: { max_connections: String(connectionsFor(config)) },
  });
  return {
    connection: postgres.connection,
    restarts: () => postgres.restarts,
    stop: () => postgres.stop(),
  };
}
