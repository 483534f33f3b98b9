import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  appRouter,
  createContext,
  createDiskStore,
  createLocalBus,
  createPasswordHasher,
  type Services,
  systemClock,
} from '@palaver/core';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { type RunningDatabase, startDatabase } from './database.js';
import { createApp } from './http/app.js';
import { createOperations } from './http/operations.js';
import { rateLimit } from './rate-limit/middleware.js';
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
    serve(server, config, services, log);
    let stopped: Promise<void> | undefined;
    return {
      url,
      stop: () => {
        stopped ??= stop(server, database);
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
    },
  };
}

function serve(server: Server, config: Config, services: Services, log: Logger): void {
  const about = { publicUrl: services.settings.publicUrl, version: VERSION };
  const { table } = createOperations(appRouter, [], () => about);
  const limit = rateLimit({ resolveOperation: table.resolveOperation, trustedProxies: config.trustedProxies });
  const app = createApp({
    appRouter,
    table,
    createContext: (request) => createContext(services, request),
    rateLimit: limit.middleware,
    corsOrigins: config.corsOrigins,
    log,
  });
  server.on('request', app);
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

/** Waits for requests under way; connections that are idle have nothing to wait for. */
async function stop(server: Server, database: RunningDatabase): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
  await database.stop();
}
