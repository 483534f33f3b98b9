import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  AVATAR_MAX_BYTES,
  appRouter,
  createContext,
  createDiskStore,
  createLocalBus,
  createPasswordHasher,
  type RequestInfo,
  type Services,
  systemClock,
} from '@palaver/core';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { type RunningDatabase, startDatabase } from './database.js';
import { fileOperations } from './files/operations.js';
import { createApp } from './http/app.js';
import { createOperations } from './http/operations.js';
import { startMaintenance } from './maintenance.js';
import { rateLimit } from './rate-limit/middleware.js';
import { type AttachedRealtime, attachRealtime, realtimeOperations } from './realtime/index.js';
import { VERSION } from './version.js';

/** A running service. */
export interface Service {
  /** Where it listens. */
  readonly url: string;
  /** Stops accepting, finishes what is under way, closes the sockets, and Postgres last. Twice is once. */
  stop(): Promise<void>;
}

/** Brings the whole service up: database, domain, faces. It answers once this resolves. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const database = await startDatabase(config, log);
  const server = createServer();
  try {
    const url = await listen(server, config);
    const services = await createServices(config, database, log, config.publicUrl ?? url);
    const realtime = serve(server, config, services, log);
    const endMaintenance = startMaintenance(services);
    let stopped: Promise<void> | undefined;
    return {
      url,
      stop: () => {
        stopped ??= stop(server, realtime, [endMaintenance, database.stop]);
        return stopped;
      },
    };
  } catch (error) {
    server.close();
    await database.stop();
    throw error;
  }
}

async function createServices(
  config: Config,
  { db }: RunningDatabase,
  log: Logger,
  publicUrl: string,
): Promise<Services> {
  return {
    db,
    bus: createLocalBus(),
    clock: systemClock,
    files: await createDiskStore(join(config.dataDir, 'files')),
    log,
    passwords: await createPasswordHasher(),
    settings: {
      publicUrl,
      sessionIdleDays: config.sessionIdleDays,
      sessionMaxDays: config.sessionMaxDays,
      eventRetentionDays: config.eventRetentionDays,
    },
  };
}

function serve(server: Server, config: Config, services: Services, log: Logger): AttachedRealtime {
  const about = { publicUrl: services.settings.publicUrl, version: VERSION };
  const contextOf = (request: RequestInfo) => createContext(services, request);
  const extras = [...fileOperations(services.files, contextOf), ...realtimeOperations(about)];
  const { table } = createOperations(appRouter, extras, () => about);
  const limit = rateLimit({ resolveOperation: table.resolveOperation, trustedProxies: config.trustedProxies });
  const app = createApp({
    appRouter,
    table,
    createContext: contextOf,
    rateLimit: limit.middleware,
    corsOrigins: config.corsOrigins,
    log,
    nativeUploads: { 'users.setAvatar': AVATAR_MAX_BYTES },
  });
  server.on('request', app);
  return attachRealtime(server, {
    services,
    limitUpgrade: limit.admitUpgrade,
    allowedOrigins: config.corsOrigins,
  });
}

async function listen(server: Server, { port, host }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  // A TCP server's address is an object; only one on a pipe has a text.
  const { address, family, port: actual } = server.address() as AddressInfo;
  const name = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${name}:${actual}`;
}

/** Requests and sockets end side by side; what they need, in the given order, after them. */
async function stop(
  server: Server,
  realtime: AttachedRealtime,
  then: ReadonlyArray<() => Promise<void>>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that wait for a next request have nothing to finish.
  server.closeIdleConnections();
  await Promise.all([closed, realtime.close()]);
  for (const end of then) await end();
}
