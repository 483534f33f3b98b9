import { isatty } from 'node:tty';
import { hasAdmin, SetupCode, systemClock } from '@palaver/core';
import { connectionUrl } from '@palaver/db';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import type { RunningDatabase } from '../database.js';
import { announceSetupCode } from '../operator/announce-setup-code.js';
import { prepareOperatorSocket } from '../operator/serve.js';
import type { ToPrimary } from './messages.js';
import { Reports } from './reports.js';
import { WorkerSet } from './worker-set.js';

/** A worker that takes longer than this after the drain is killed: Postgres has to be stopped as well (main.ts). */
const WORKER_STOP_WITHIN_MS = 8_000;

export interface PrimaryOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Migrated. It is stopped last. */
  readonly database: RunningDatabase;
  /** Ends the start. */
  readonly signal: AbortSignal;
  /** Called once when workers that have served before die at every start. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Serves with `config.workers` processes on one port. Each is a node of its own on the database. This process owns what
 * there is once: the embedded Postgres, the operator's socket, and the setup code. Throws an `Error` with the reason of
 * a worker that cannot start.
 */
export async function startWorkers({ config, log, database, signal, onFailure }: PrimaryOptions) {
  const { dataDir, workers: count, publicUrl, host, port } = config;
  let setupCode = (await hasAdmin(database.db)) ? null : new SetupCode(systemClock);
  const address = publicUrl ?? `http://${host}:${port}`;
  const hideSetupCode =
    setupCode && (await announceSetupCode(setupCode, { address, dataDir, log, terminal: isatty(1) }));
  const operatorSocket = await prepareOperatorSocket(dataDir, log);
  const workers = new WorkerSet({
    count,
    log,
    beginning: (worker) => ({
      worker,
      databaseUrl: connectionUrl(database.connection),
      setupCode: setupCode && { text: setupCode.text, expiresAt: setupCode.expiresAt },
      operatorSocket,
    }),
    onMessage: receive,
    onFailure,
  });
  const reports = new Reports(workers, () => database.postgresRestarts());

  function receive(worker: number, message: ToPrimary): void {
    switch (message.type) {
      case 'setup-code-used':
        setupCode?.end();
        setupCode = null;
        for (const other of workers.ready) workers.send(other, { type: 'setup-code-used' });
        break;
      case 'collect':
        void reports
          .collect()
          .then((report) => workers.send(worker, { type: 'report', id: message.id, report }));
        break;
      case 'metrics':
        reports.receive(worker, message.id, message.metrics);
    }
  }

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await workers.stop(config.drainSeconds * 1_000 + WORKER_STOP_WITHIN_MS);
    await hideSetupCode?.();
    await database.stop();
  };
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const start = async () => {
    signal.throwIfAborted();
    return Promise.race([workers.start(), aborted]);
  };
  const url = await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
