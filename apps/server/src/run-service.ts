import cluster from 'node:cluster';
import { isatty } from 'node:tty';
import { refuseUnfinishedRestore } from '@palaver/backup/unfinished-restore';
import type { Logger } from 'pino';
import type { WorkerLink } from './cluster/worker-link.js';
import { type Config, ConfigError, readConfig } from './config/config.js';
import { protectDataFolder } from './data-folder.js';
import { startDatabase } from './database.js';
import { readBuiltTexts } from './docs/document-texts.js';
import { createLogger } from './logger.js';
import type { Service } from './service.js';
import { handleStopSignals } from './stop-signals.js';

/** A stop that takes longer than this after the drain ends the process. */
const STOP_WITHIN_MS = 10_000;
/** The same for a worker: then its primary has time left to stop Postgres. */
const WORKER_STOP_WITHIN_MS = 7_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  refuseRoot(config);
  const worker = cluster.isWorker ? await openLink() : null;
  const log = createLogger(config.logLevel, isatty(1), worker?.beginning.worker);
  // The request that it belongs to has failed, or will time out; an end of the process would fail all the others too.
  process.on('unhandledRejection', (err) => log.error({ err }, 'A rejection was not handled'));
  const stopping = new AbortController();
  const stop = (reason: object, code = 0) => {
    // The signal of a terminal comes to a worker too.
    if (stopping.signal.aborted) return;
    log.info(reason, 'Stopping');
    stopping.abort();
    const stopMs = worker === null ? STOP_WITHIN_MS : WORKER_STOP_WITHIN_MS;
    stopAndExit(starting, { withinMs: config.drainSeconds * 1_000 + stopMs, log, code });
  };
  const onFailure = (err: Error) => {
    log.fatal({ err }, 'Workers end at every start');
    stop({}, 1);
  };
  const starting =
    worker === null
      ? start({ config, log, signal: stopping.signal, onFailure })
      : startAsWorker(config, log, { worker, signal: stopping.signal });

  // Before the start is done: a signal would otherwise end this process and leave its Postgres running.
  handleStopSignals({
    stop: (signal) => stop({ signal }),
    force: (signal) => {
      log.warn({ signal }, 'A second signal: leaving what is unfinished');
      process.exit(1);
    },
  });
  worker?.onStop(() => stop({}));

  const service = await starting.catch((error: unknown) => {
    // `stopAndExit` has the last word.
    if (stopping.signal.aborted) return null;
    throw error;
  });
  if (service === null) return;
  if (worker !== null) return worker.ready(service.url);
  warnOfRoot(log);
  log.info({ docs: `${service.url}/api/docs` }, `Palaver listens on ${service.url}`);
}

/** Ends the process once the service has stopped, with `code`, or when that fails or takes too long, with 1. */
function stopAndExit(
  starting: Promise<Service>,
  { withinMs, log, code }: { readonly withinMs: number; readonly log: Logger; readonly code: number },
): void {
  const late = setTimeout(() => {
    log.error('Stopping took too long; leaving what is unfinished');
    process.exit(1);
  }, withinMs);
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
        process.exit(code);
      },
      (err: unknown) => {
        log.error({ err }, 'Stopping failed');
        process.exit(1);
      },
    );
}

/** What strangers reach must not be root. A machine that is being tried out may have no other user. */
function refuseRoot({ mayBeRoot }: Config): void {
  if (mayBeRoot || process.getuid?.() !== 0) return;
  throw new ConfigError(
    'PUBLIC_URL is a public host, and this is root. Start the service as an ordinary user, or set ALLOW_ROOT=true.',
  );
}

/** Root stays root: only it can restart Postgres as another user and enter a checkout below its own home. */
function warnOfRoot(log: Logger): void {
  if (process.getuid?.() !== 0) return;
  log.warn(
    'The service runs as root and stays root (Postgres does not); in production start it as an ordinary user',
  );
}

interface Start {
  readonly config: Config;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onFailure: (error: Error) => void;
}

/** The database takes as long to start as the rest of the program to load, so both happen at the same time. */
async function start({ config, log, signal, onFailure }: Start): Promise<Service> {
  const database = protectDataFolder(config.dataDir)
    .then(() => refuseUnfinishedRestore(config.dataDir))
    .then(() => startDatabase(config, log, signal));
  // It may reject before it is awaited below, and an unhandled rejection ends the process.
  database.catch(() => undefined);
  if (config.workers > 1) {
    const { startWorkers } = await import('./cluster/primary.js');
    return startWorkers({ config, log, database: await database, signal, onFailure });
  }
  const { startService } = await import('./service.js');
  return startService(config, log, await database, { builtTexts: readBuiltTexts });
}

async function openLink(): Promise<WorkerLink> {
  const { WorkerLink } = await import('./cluster/worker-link.js');
  return WorkerLink.open();
}

/** Starts the service as one of several processes, on the database that their primary has started and migrated. */
async function startAsWorker(
  given: Config,
  log: Logger,
  { worker, signal }: { readonly worker: WorkerLink; readonly signal: AbortSignal },
): Promise<Service> {
  const config = { ...given, databaseUrl: worker.beginning.databaseUrl };
  const database = startDatabase(config, log, signal);
  database.catch(() => undefined);
  const { startService } = await import('./service.js');
  return startService(config, log, await database, { worker, builtTexts: readBuiltTexts });
}

main().catch(async (error: unknown) => {
  // There may be no log yet, and the operator needs a sentence, not a stack.
  const message =
    error instanceof ConfigError ? error.message : String(error instanceof Error ? error.message : error);
  // The primary says it once for all workers.
  if (cluster.isWorker) await (await import('./cluster/worker-link.js')).reportFailure(message);
  else process.stderr.write(`Palaver cannot start.\n${message}\n`);
  process.exit(1);
});
