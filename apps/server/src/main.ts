import { isatty } from 'node:tty';
import { refuseUnfinishedRestore } from '@palaver/backup/unfinished-restore';
import type { Logger } from 'pino';
import { type Config, ConfigError, readConfig } from './config/config.js';
import { protectDataFolder } from './data-folder.js';
import { startDatabase } from './database.js';
import { createLogger } from './logger.js';
import type { Service } from './service.js';
import { handleStopSignals } from './stop-signals.js';

/** A stop that takes longer than this ends the process. */
const STOP_WITHIN_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel, isatty(1));
  // The request that it belongs to has failed, or will time out; an end of the process would fail all the others too.
  process.on('unhandledRejection', (err) => log.error({ err }, 'A rejection was not handled'));
  const stopping = new AbortController();
  const starting = start(config, log, stopping.signal);

  // Before the start is done: a signal would otherwise end this process and leave its Postgres running.
  handleStopSignals({
    stop: (signal) => {
      log.info({ signal }, 'Stopping');
      stopping.abort();
      stopAndExit(starting, log);
    },
    force: (signal) => {
      log.warn({ signal }, 'A second signal: leaving what is unfinished');
      process.exit(1);
    },
  });

  const service = await starting.catch((error: unknown) => {
    // `stopAndExit` has the last word.
    if (stopping.signal.aborted) return null;
    throw error;
  });
  if (service === null) return;
  warnOfRoot(log);
  log.info({ docs: `${service.url}/api/docs` }, `Palaver listens on ${service.url}`);
}

/** Ends the process once the service has stopped, with 0, or when that fails or takes too long, with 1. */
function stopAndExit(starting: Promise<Service>, log: Logger): void {
  const late = setTimeout(() => {
    log.error('Stopping took too long; leaving what is unfinished');
    process.exit(1);
  }, STOP_WITHIN_MS);
  late.unref();
  starting
    .then(
      (service) => service.stop(),
      (error: unknown) => {
        if (!(error instanceof Error && error.name === 'AbortError')) throw error;
      },
    )
    .then(
      () => {
        log.info('Stopped');
        process.exit(0);
      },
      (err: unknown) => {
        log.error({ err }, 'Stopping failed');
        process.exit(1);
      },
    );
}

/** Root stays root: only it can restart Postgres as another user and enter a checkout below its own home. */
function warnOfRoot(log: Logger): void {
  if (process.getuid?.() !== 0) return;
  log.warn(
    'The service runs as root and stays root (Postgres does not); in production start it as an ordinary user',
  );
}

/** The database takes as long to start as the rest of the program to load, so both happen at the same time. */
async function start(config: Config, log: Logger, signal: AbortSignal): Promise<Service> {
  const database = protectDataFolder(config.dataDir)
    .then(() => refuseUnfinishedRestore(config.dataDir))
    .then(() => startDatabase(config, log, signal));
  // It may reject before it is awaited below, and an unhandled rejection ends the process.
  database.catch(() => undefined);
  const { startService } = await import('./service.js');
  return startService(config, log, await database);
}

main().catch((error: unknown) => {
  // There may be no log yet, and the operator needs a sentence, not a stack.
  const message =
    error instanceof ConfigError ? error.message : String(error instanceof Error ? error.message : error);
  process.stderr.write(`Palaver cannot start.\n${message}\n`);
  process.exit(1);
});
