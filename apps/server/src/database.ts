import { join } from 'node:path';
import { createDatabase, type DatabaseConnection, type DatabaseHandle, migrate } from '@palaver/db';
import { startEmbeddedPostgres } from '@palaver/db/embedded';
import type { Logger } from 'pino';
import type { Config } from './config/config.js';

/** The oldest Postgres with `NULLS NOT DISTINCT`, which the schema needs. */
export const OLDEST_POSTGRES = 15;

export interface RunningDatabase extends DatabaseHandle {
  /** Closes the pool, then stops an embedded Postgres. */
  stop(): Promise<void>;
}

/** Starts or connects to the database, embedded or the operator's own, and migrates its schema. */
export async function startDatabase(config: Config, log: Logger): Promise<RunningDatabase> {
  const { connection, stop } = await connect(config, log);
  try {
    await migrate(connection);
    const handle = createDatabase(connection);
    await requireVersion(handle);
    return {
      ...handle,
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

async function connect(
  config: Config,
  log: Logger,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  if (config.databaseUrl !== null) return { connection: { url: config.databaseUrl }, stop: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log });
  return { connection: postgres.connection, stop: () => postgres.stop() };
}

async function requireVersion({ sql }: DatabaseHandle): Promise<void> {
  const [row] = await sql<
    { version: number }[]
  >`select current_setting('server_version_num')::int as version`;
  const major = Math.floor((row?.version ?? 0) / 10_000);
  if (major < OLDEST_POSTGRES) {
    throw new Error(
      `Palaver needs Postgres ${OLDEST_POSTGRES} or newer; DATABASE_URL leads to version ${major}.`,
    );
  }
}
