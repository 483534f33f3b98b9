import type { DatabaseConnection } from '../connection.js';
import { locateBinaries } from './binaries.js';
import { ensureCluster, ROLE, readPassword } from './cluster.js';
import { chooseLauncher, type LaunchMode } from './launcher.js';
import { layoutOf, openDataFolder, openSocketFolder, PORT, socketFolderOf } from './layout.js';
import type { SupervisorLog } from './log.js';
import { takeOwnership } from './owner-lock.js';
import { type ServerSettings, serverSettings } from './settings.js';
import { type Supervisor, supervise } from './supervisor.js';

export type { SupervisorLog } from './log.js';
export { DataFolderInUseError } from './owner-lock.js';
export type { ServerSettings } from './settings.js';

export interface EmbeddedPostgresOptions {
  /** A folder used only for Postgres; made if missing. */
  dataDir: string;
  log: SupervisorLog;
  /** Added to our server settings; these win. */
  settings?: ServerSettings;
  /** As root: the ways to run as another user that may be tried, in order. */
  modes?: LaunchMode[];
}

export interface EmbeddedPostgres {
  connection: Exclude<DatabaseConnection, { url: string }>;
  /** The server's pid, which changes when the server died and was restarted. */
  readonly pid: number;
  /** How often the server has died and was started again. */
  readonly restarts: number;
  /** Stops the server, waits until it has written everything, and releases the data folder. */
  stop(): Promise<void>;
}

/**
 * The connection to the Postgres that another process runs on `dataDir`. Nothing is made or started: connecting fails when
 * none runs. Throws when there is no database.
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres['connection']> {
  const layout = layoutOf(dataDir);
  return connectionTo(socketFolderOf(layout), await readPassword(layout));
}

const connectionTo = (host: string, password: string) => ({
  host,
  port: PORT,
  user: ROLE,
  password,
  database: ROLE,
});

/**
 * Starts the Postgres of `dataDir` and keeps it running until `stop`. Throws `DataFolderInUseError` when another
 * process does so already.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const layout = await openDataFolder(options.dataDir);
  const lock = await takeOwnership(layout.dataDir);
  try {
    const settings = { ...serverSettings, ...options.settings };
    const binaries = await locateBinaries();
    const launcher = await chooseLauncher(binaries, layout.cluster, options.modes);
    const password = await ensureCluster(binaries, launcher, layout, settings);
    const socket = await openSocketFolder(layout, launcher);
    options.log.debug(
      { mode: launcher.mode, uid: launcher.user.uid, binaries: launcher.folder },
      'Starting Postgres',
    );
    const supervisor = await supervise({ launcher, layout, socket, settings, log: options.log });
    return createHandle(connectionTo(socket.path, password), supervisor, lock.release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function createHandle(
  connection: EmbeddedPostgres['connection'],
  supervisor: Supervisor,
  release: () => Promise<void>,
): EmbeddedPostgres {
  let stopped: Promise<void> | undefined;
  return {
    connection,
    get pid() {
      return supervisor.pid;
    },
    get restarts() {
      return supervisor.restarts;
    },
    // A second SIGTERM must not disturb the shutdown that the first one began.
    stop() {
      stopped ??= supervisor.stop().then(release);
      return stopped;
    },
  };
}
