import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConnection } from '@palaver/db';
import {
  DataFolderInUseError,
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@palaver/db/embedded';
import type { Config } from '../config/config.js';
import { protectDataFolder } from '../data-folder.js';
import { CommandError, type Terminal } from './terminal.js';

/** The database that a command works on. */
export interface CommandDatabase {
  readonly connection: DatabaseConnection;
  /**
   * `own`: the operator's Postgres. `running`: the embedded one of a running service. `started`: the embedded one, started
   * for this command; the service cannot start until the command has ended.
   */
  readonly from: 'own' | 'running' | 'started';
}

export interface OpenOptions {
  /** What to do when there is no embedded database yet; `own` databases exist always. */
  readonly ifMissing: 'create' | 'refuse';
}

/**
 * Runs `work` with the database of this configuration: that of `DATABASE_URL`, or the embedded one, beside a running
 * service or started for the command. Throws a `CommandError` with the code `NO_DATABASE` when there is none and none is to
 * be created.
 */
export async function withDatabase<T>(
  config: Config,
  terminal: Terminal,
  options: OpenOptions,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) return work({ connection: { url: config.databaseUrl }, from: 'own' });
  const dataDir = join(config.dataDir, 'postgres');
  if (options.ifMissing === 'refuse' && !(await hasEmbeddedDatabase(config))) {
    throw new CommandError(
      'NO_DATABASE',
      `There is no database in ${dataDir} yet: the first start of the service makes one. ` +
        'Check DATA_DIR, or set DATABASE_URL to your own Postgres.',
    );
  }
  await protectDataFolder(config.dataDir);
  const postgres = await startUnlessRunning(dataDir, terminal);
  if (postgres === null) return work({ connection: await runningEmbeddedPostgres(dataDir), from: 'running' });
  try {
    return await work({ connection: postgres.connection, from: 'started' });
  } finally {
    await postgres.stop();
  }
}

/** Null when another process, most likely the service, runs it. */
async function startUnlessRunning(dataDir: string, terminal: Terminal): Promise<EmbeddedPostgres | null> {
  try {
    return await startEmbeddedPostgres({ dataDir, log: supervisorLog(terminal) });
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  }
}

/** Whether the embedded Postgres has been started before. */
async function hasEmbeddedDatabase(config: Config): Promise<boolean> {
  return stat(join(config.dataDir, 'postgres/cluster')).then(
    () => true,
    () => false,
  );
}

/** Only what an operator must know; what Postgres says of an ordinary start and stop is not printed. */
function supervisorLog({ stderr }: Terminal) {
  const say = (_fields: object, message: string) => void stderr.write(`palaver: ${message}\n`);
  return { debug: () => {}, info: () => {}, warn: say, error: say };
}
