import { createServer, type Server } from 'node:http';
import { createServices, finishRestored } from '@palaver/core';
import type { Logger } from 'pino';
import type { WorkerLink } from './cluster/worker-link.js';
import type { Config } from './config/config.js';
import type { RunningDatabase } from './database.js';
import type { DocumentTexts } from './docs/document-texts.js';
import { Draining, drain } from './drain.js';
import { Ends } from './ends.js';
import { addressOf, listen } from './listen.js';
import { startMaintenance } from './maintenance.js';
import { serveForOperator } from './operator/serve-for-operator.js';
import { arrivalLimits, limitConnections } from './rate-limit/connection-limits.js';
import type { AttachedRealtime } from './realtime/index.js';
import { openResources, type ResourceOptions } from './resources.js';
import { serve } from './serve.js';

/** A running service. */
export interface Service {
  /** The address it listens on. */
  readonly url: string;
  /**
   * Drains, then stops accepting, finishes running requests, closes the sockets, and stops Postgres last. May be called
   * again.
   */
  stop(): Promise<void>;
}

/** What tests put in the place of a part. */
export interface Replacements extends Pick<ResourceOptions, 'wrapTransport' | 'passwords'> {
  /** A folder with another build of the web client. */
  readonly webClient?: string;
  /** Reads the texts that the build has made of the documents. Tests of sources have none. */
  readonly builtTexts?: () => Promise<DocumentTexts>;
}

interface ServiceOptions extends Replacements {
  /** Where this process is one of several that serve together. */
  readonly worker?: WorkerLink;
}

/** Starts the service on its database, which it now owns and will stop. It serves requests once this resolves. */
export async function startService(
  config: Config,
  log: Logger,
  database: RunningDatabase,
  { worker, webClient, builtTexts, ...replacements }: ServiceOptions = {},
): Promise<Service> {
  const ends = new Ends(database.stop);
  try {
    // `normalizeTarget` checks the Host, so that a missing one gets an error body of ours.
    const server = createServer({ requireHostHeader: false, ...arrivalLimits(config.connections) });
    const opened = await openResources({ config, log, database, worker, ends, ...replacements }, server);
    const services = createServices(opened.resources);
    ends.add(services.close);
    await finishRestored(services);
    ends.add(startMaintenance(services));
    const draining = new Draining();
    const connections = limitConnections(server, config.connections, config.trustedProxies);
    const { traces, store } = opened;
    const parts = {
      server,
      connections,
      database,
      services,
      traces,
      draining,
      config,
      log,
      store,
      webClient,
      builtTexts,
    };
    const { realtime, requestLog, operatorApp } = await serve({ ...parts, worker: worker ?? null });
    ends.add(requestLog.close);
    await listen(server, config);
    const { dataDir } = config;
    const { setupCode, settings } = opened.resources;
    const address = settings.publicUrl;
    ends.add(await serveForOperator({ address, dataDir, log, setupCode, app: operatorApp, worker }));
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      await drain(config.drainSeconds, { draining, realtime, setDraining: opened.setDraining });
      await closeServer(server, realtime, worker ? WORKER_CUT_OFF_MS : CUT_OFF_MS);
      await ends.run();
    };
    return {
      url: addressOf(server),
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await ends.run();
    throw error;
  }
}

/**
 * What is still being answered then is cut off, such as a download whose client takes its time: before the process is ended
 * (main.ts) there has to be time for all else, Postgres above all.
 */
const CUT_OFF_MS = 8_000;
const WORKER_CUT_OFF_MS = 6_000;

/** Ends requests and sockets at the same time. */
async function closeServer(server: Server, realtime: AttachedRealtime, cutOffMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection would be kept alive for further requests.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), cutOffMs);
  await Promise.all([closed, realtime.close()]);
  clearInterval(sweeping);
  clearTimeout(cutOff);
}
