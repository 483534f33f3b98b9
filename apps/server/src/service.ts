import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import {
  appRouter,
  createContext,
  createDiskStore,
  createLocalBus,
  createPasswordHasher,
  createServices,
  hasAdmin,
  type RequestInfo,
  type Resources,
  type RunningServices,
  SetupCode,
  systemClock,
} from '@palaver/core';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from './config/config.js';
import type { RunningDatabase } from './database.js';
import { fileOperations, nativeUploads } from './files/operations.js';
import { inTurn } from './http/in-turn.js';
import { bodyLimit } from './http/json-text.js';
import { answerParserErrors } from './http/parser-errors.js';
import { createRequestLog, type RequestLog } from './http/request-log.js';
import { startMaintenance } from './maintenance.js';
import { startMetrics } from './metrics.js';
import { operationNames } from './monitoring/operation-names.js';
import { monitoringOperations } from './monitoring/operations.js';
import { createReadiness } from './monitoring/readiness.js';
import { createOperations } from './operations.js';
import { announceSetupCode } from './operator/announce-setup-code.js';
import { serveOperator } from './operator/serve.js';
import { authOperations } from './rate-limit/auth-operations.js';
import { requestClients } from './rate-limit/client-ip.js';
import { arrivalLimits, limitConnections } from './rate-limit/connection-limits.js';
import { rateLimit } from './rate-limit/rate-limit.js';
import { requestSchemes } from './rate-limit/request-scheme.js';
import { limitRequestsUnderWay } from './rate-limit/requests-under-way.js';
import { type AttachedRealtime, attachRealtime, realtimeOperations } from './realtime/index.js';
import type { ServiceTraces } from './traces/traces.js';
import { VERSION } from './version.js';

/** A running service. */
export interface Service {
  /** The address it listens on. */
  readonly url: string;
  /** Stops accepting, finishes running requests, closes the sockets, and stops Postgres last. May be called again. */
  stop(): Promise<void>;
}

/** Starts the service on its database, which it now owns and will stop. It serves requests once this resolves. */
export async function startService(config: Config, log: Logger, database: RunningDatabase): Promise<Service> {
  try {
    // `normalizeTarget` checks the Host, so that a missing one gets an error body of ours.
    const server = createServer({ requireHostHeader: false, ...arrivalLimits(config.connections) });
    const connections = limitConnections(server, config.connections, config.trustedProxies);
    const traces = await loadTraces(config, log);
    const resources = await createResources(
      config,
      database,
      log,
      () => config.publicUrl ?? addressOf(server),
      traces,
    );
    const services = createServices(resources);
    const { realtime, requestLog, operatorApp } = await serve({
      server,
      connections,
      database,
      services,
      traces,
      config,
      log,
    });
    await listen(server, config);
    const operator = await serveOperator(config.dataDir, log, operatorApp);
    const { setupCode } = resources;
    const hideSetupCode =
      setupCode &&
      (await announceSetupCode(setupCode, { dataDir: config.dataDir, log, terminal: isatty(1) }));
    const endMaintenance = startMaintenance(services);
    let stopped: Promise<void> | undefined;
    return {
      url: addressOf(server),
      stop: () => {
        stopped ??= stop(server, realtime, [
          operator.close,
          () => hideSetupCode?.(),
          requestLog.close,
          endMaintenance,
          services.close,
          async () => traces?.close(),
          database.stop,
        ]);
        return stopped;
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** A service without traces does not load OpenTelemetry. */
async function loadTraces({ tracesEndpoint: endpoint }: Config, log: Logger): Promise<ServiceTraces | null> {
  if (endpoint === null) return null;
  const { startTraces } = await import('./traces/traces.js');
  return startTraces({ endpoint, version: VERSION, log });
}

async function createResources(
  config: Config,
  { db }: RunningDatabase,
  log: Logger,
  publicUrl: () => string,
  traces: ServiceTraces | null,
): Promise<Resources> {
  const { registration, sessionIdleDays, sessionMaxDays, eventRetentionDays, quotas, limits } = config;
  return {
    db: traces?.database(db) ?? db,
    bus: traces?.bus(createLocalBus()) ?? createLocalBus(),
    traces: traces?.traces,
    clock: systemClock,
    files: await createDiskStore(join(config.dataDir, 'files')),
    log,
    passwords: await createPasswordHasher(),
    setupCode: (await hasAdmin(db)) ? undefined : new SetupCode(systemClock),
    settings: {
      // Read when needed: with PORT=0 it is known only once the server listens.
      get publicUrl() {
        return publicUrl();
      },
      registration,
      sessionIdleDays,
      sessionMaxDays,
      eventRetentionDays,
      quotas,
      limits,
    },
  };
}

interface Served {
  readonly realtime: AttachedRealtime;
  readonly requestLog: RequestLog;
  /** The same without rate limits, for the operator's own socket. */
  readonly operatorApp: RequestListener;
}

interface ServiceParts {
  readonly server: Server;
  readonly connections: ReturnType<typeof limitConnections>;
  readonly database: RunningDatabase;
  readonly services: RunningServices;
  readonly traces: ServiceTraces | null;
  readonly config: Config;
  readonly log: Logger;
}

async function serve({
  server,
  connections,
  database,
  services,
  traces,
  config,
  log,
}: ServiceParts): Promise<Served> {
  const info = () => ({ publicUrl: services.settings.publicUrl, version: VERSION, limits: config.limits });
  const contextOf = (request: RequestInfo) => createContext(services, request);
  const readiness = createReadiness({ askDatabase: () => database.sql`select 1`, files: services.files });
  const refused = { underWay: 0 };
  const metrics =
    config.metricsToken === null
      ? null
      : await startMetrics(config.metricsToken, () => ({
          server,
          database,
          services,
          realtime,
          readiness,
          limit,
          connectionsRefused: connections.refused,
          underWayRefused: () => refused.underWay,
        }));
  const extras = [
    ...fileOperations(services.files, config.limits, contextOf),
    ...realtimeOperations(info),
    ...monitoringOperations({ readiness, metrics }),
  ];
  const { table } = createOperations(appRouter, extras, info);
  const clientOf = requestClients(config.trustedProxies);
  const limit = rateLimit({
    operations: authOperations(appRouter, table),
    clientOf,
    limits: config.rates,
  });
  const limitUnderWay = limitRequestsUnderWay({
    max: config.connections.requestsPerAddress,
    clientOf,
    appRouter,
    onRefused: () => {
      refused.underWay++;
    },
  });
  const requestLog = createRequestLog({
    log,
    templates: table.operations.map(({ template }) => template.text),
    clientOf,
    onEnd: metrics?.counting(operationNames(table, appRouter)),
  });
  const appDeps = {
    appRouter,
    table,
    createContext: contextOf,
    corsOrigins: config.corsOrigins,
    requestLog,
    nativeUploads: nativeUploads(config.limits),
    bodyLimit: bodyLimit(config.limits),
  };
  const app = createApp({
    ...appDeps,
    rateLimit: (req, res, next) => limit.middleware(req, res, () => limitUnderWay(req, res, next)),
  });
  // Made when the operator first asks: a start does not wait for it.
  let unlimited: RequestListener | undefined;
  const operatorApp: RequestListener = (req, res) => {
    unlimited ??= createApp({ ...appDeps, rateLimit: (_req, _res, next) => next() });
    unlimited(req, res);
  };
  server.on('request', inTurn(traces?.requests({ table, appRouter, clientOf })(app) ?? app));
  answerParserErrors(server);
  const realtime = attachRealtime(server, {
    services,
    identify: requestLog.identify,
    limitUpgrade: limit.allowUpgrade,
    schemeOf: requestSchemes(config.trustedProxies),
    allowedOrigins: config.corsOrigins,
  });
  return { realtime, requestLog, operatorApp };
}

async function listen(server: Server, config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(withAdvice(error, config)));
    server.listen(config.port, config.host, () => resolve());
  });
}

function withAdvice(cause: Error, { port, host }: Config): Error {
  const code = 'code' in cause ? cause.code : '';
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use; set PORT to another one.`, { cause });
  if (code === 'EACCES') {
    return new Error(`The service may not listen on port ${port}; set PORT to one from 1024 on.`, { cause });
  }
  return new Error(`HOST: ${host} is no address of this machine (${code}).`, { cause });
}

function addressOf(server: Server): string {
  // The address of a server on TCP is an object; on a pipe it would be a text.
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${address === '0.0.0.0' || address === '::' ? 'localhost' : host}:${port}`;
}

/** Ends requests and sockets at the same time, and then what they need, in the given order. */
async function stop(
  server: Server,
  realtime: AttachedRealtime,
  afterwards: ReadonlyArray<() => Promise<void> | void>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection would be kept alive for further requests.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.all([closed, realtime.close()]);
  clearInterval(sweeping);
  for (const end of afterwards) await end();
}
