import type { RequestListener, Server } from 'node:http';
import { appRouter, createContext, type RequestInfo, type RunningServices } from '@palaver/core';
import type { Logger } from 'pino';
import { type AppDeps, createApp } from './app.js';
import type { WorkerLink } from './cluster/worker-link.js';
import type { Config } from './config/config.js';
import type { RunningDatabase } from './database.js';
import type { DocumentTexts } from './docs/document-texts.js';
import type { Draining } from './drain.js';
import { extraOperations } from './extra-operations.js';
import { nativeUploads } from './files/operations.js';
import { answeredInOrder } from './http/answered-in-order.js';
import { bodyLimit } from './http/json-text.js';
import { answerParserErrors } from './http/parser-errors.js';
import { createRequestLog, type RequestLog } from './http/request-log.js';
import { limitWebhooks } from './incoming-webhooks/webhook-limits.js';
import { startMetrics } from './metrics.js';
import { operationNames } from './monitoring/operation-names.js';
import { createReadiness } from './monitoring/readiness.js';
import { createOperations } from './operations.js';
import { authOperations } from './rate-limit/auth-operations.js';
import type { SharedStore } from './rate-limit/bucket-store.js';
import { requestClients } from './rate-limit/client-ip.js';
import type { limitConnections } from './rate-limit/connection-limits.js';
import { rateLimit } from './rate-limit/rate-limit.js';
import { requestSchemes } from './rate-limit/request-scheme.js';
import { limitRequestsUnderWay } from './rate-limit/requests-under-way.js';
import { type AttachedRealtime, attachRealtime } from './realtime/index.js';
import type { ServiceTraces } from './traces/traces.js';
import { VERSION } from './version.js';
import { openWebClient } from './web/web-client.js';

/** What a service consists of before its server answers anything. */
export interface ServiceParts {
  readonly server: Server;
  readonly connections: ReturnType<typeof limitConnections>;
  readonly database: RunningDatabase;
  readonly services: RunningServices;
  readonly traces: ServiceTraces | null;
  readonly draining: Draining;
  readonly config: Config;
  readonly log: Logger;
  /** Of the rate limits of several nodes; null where there can be one node only. */
  readonly store: SharedStore | null;
  /** Null where this process is the whole service. */
  readonly worker: WorkerLink | null;
  /** The folder of the web client, where it is not the built one. */
  readonly webClient: string | undefined;
  /** The texts that the build has made of the documents; without it they are made when they are asked for. */
  readonly builtTexts: (() => Promise<DocumentTexts>) | undefined;
}

/** What answers on a server. */
export interface Served {
  readonly realtime: AttachedRealtime;
  readonly requestLog: RequestLog;
  /** The same without rate limits, for the operator's own socket. */
  readonly operatorApp: RequestListener;
}

/** Lets a server answer requests and upgrades. */
export async function serve(parts: ServiceParts): Promise<Served> {
  const { server, services, traces, draining, config } = parts;
  const info = () => ({ publicUrl: services.settings.publicUrl, version: VERSION, limits: config.limits });
  const contextOf = (request: RequestInfo) => createContext(services, request);
  const clientOf = requestClients(config.trustedProxies);
  const monitoring = await startMonitoring(parts, () => ({ realtime, ...limits }));
  const extras = extraOperations({
    files: services.files,
    limits: config.limits,
    createContext: contextOf,
    limitWebhooks: limitWebhooks(sharingOf(parts)),
    info,
    monitoring: { ...monitoring, draining },
  });
  const { table } = createOperations(appRouter, extras, info, parts.builtTexts);
  const limits = requestLimits(parts, clientOf, table);
  const requestLog = createRequestLog({
    log: parts.log,
    templates: table.operations.map(({ template }) => template.text),
    clientOf,
    onEnd: monitoring.metrics?.counting(operationNames(table, appRouter)),
  });
  const { app, operatorApp } = createApps(limits, {
    appRouter,
    table,
    createContext: contextOf,
    corsOrigins: config.corsOrigins,
    requestLog,
    nativeUploads: nativeUploads(config.limits),
    bodyLimit: bodyLimit(config.limits),
    webClient: openWebClient(parts.webClient),
  });
  const listener = traces?.requests({ table, appRouter, clientOf })(app) ?? app;
  server.on('request', answeredInOrder(draining.closingConnections(listener)));
  answerParserErrors(server);
  const realtime = attachRealtime(server, {
    services,
    identify: requestLog.identify,
    limitUpgrade: limits.limit.limitUpgrade,
    schemeOf: requestSchemes(config.trustedProxies),
    allowedOrigins: config.corsOrigins,
  });
  return { realtime, requestLog, operatorApp };
}

/** What `/ready` and `/metrics` answer from. `served` is called only once the server answers. */
async function startMonitoring(
  { server, connections, database, services, config, worker }: ServiceParts,
  served: () => RequestLimits & { readonly realtime: AttachedRealtime },
) {
  const readiness = createReadiness({
    askDatabase: () => database.sql`select 1`,
    closedConnections: database.closedConnections,
    files: services.files,
  });
  const measured = () => {
    const { realtime, limit, underWayRefused } = served();
    const connectionsRefused = connections.refused;
    return { server, database, services, realtime, readiness, limit, connectionsRefused, underWayRefused };
  };
  const { metricsToken: token } = config;
  const metrics = token === null ? null : await startMetrics(token, measured, worker);
  return { readiness, metrics };
}

type RequestLimits = ReturnType<typeof requestLimits>;

/** What a request has to pass before it is read. */
function requestLimits(
  parts: ServiceParts,
  clientOf: ReturnType<typeof requestClients>,
  table: AppDeps['table'],
) {
  const { rates, connections } = parts.config;
  let refused = 0;
  return {
    limit: rateLimit({
      operations: authOperations(appRouter, table),
      clientOf,
      limits: rates,
      sharing: sharingOf(parts) ?? undefined,
    }),
    limitUnderWay: limitRequestsUnderWay({
      max: connections.requestsPerAddress,
      clientOf,
      appRouter,
      onRefused: () => {
        refused++;
      },
    }),
    underWayRefused: () => refused,
  };
}

/** What the rate limits of several nodes need; null where there can be one node only. */
function sharingOf({ services, store, log }: ServiceParts) {
  return store && { store, nodes: services.nodes, log };
}

function createApps(
  { limit, limitUnderWay }: RequestLimits,
  deps: Omit<AppDeps, 'rateLimit'>,
): { readonly app: RequestListener; readonly operatorApp: RequestListener } {
  const app = createApp({
    ...deps,
    rateLimit: (req, res, next) => limit.middleware(req, res, () => limitUnderWay(req, res, next)),
  });
  // Made when the operator first asks: a start does not wait for it.
  let unlimited: RequestListener | undefined;
  const operatorApp: RequestListener = (req, res) => {
    unlimited ??= createApp({ ...deps, rateLimit: (_req, _res, next) => next() });
    unlimited(req, res);
  };
  return { app, operatorApp };
}
