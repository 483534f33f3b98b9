import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { RunningServices } from '@palaver/core';
import { poolCounts } from '@palaver/db';
import type { WorkerLink } from './cluster/worker-link.js';
import type { RunningDatabase } from './database.js';
import type { Measures } from './monitoring/metric-table.js';
import type { Readiness } from './monitoring/readiness.js';
import { RequestCounts } from './monitoring/request-counts.js';
import type { ProcessMetrics, Scrape } from './monitoring/scrape.js';
import type { RateLimit } from './rate-limit/rate-limit.js';
import type { AttachedRealtime } from './realtime/index.js';
import { VERSION } from './version.js';

/** The status of a request whose client went before the answer began, as nginx logs it. */
const CLIENT_GONE = 499;

/** What the numbers are read from. */
export interface MeasuredParts {
  readonly server: Server;
  readonly database: RunningDatabase;
  readonly services: RunningServices;
  readonly realtime: AttachedRealtime;
  readonly readiness: () => Promise<Readiness>;
  readonly limit: RateLimit;
  readonly connectionsRefused: () => number;
  readonly underWayRefused: () => number;
}

/** The metrics of one service. */
export interface Metrics {
  readonly token: string;
  readonly scrape: Scrape;
  /** Makes the function that counts the requests that have ended. */
  counting(
    namesOf: (req: IncomingMessage) => readonly string[],
  ): (req: IncomingMessage, res: ServerResponse, ms: number) => void;
}

/** Begins to collect metrics. A service without them does not load prom-client. */
export async function startMetrics(
  token: string,
  parts: () => MeasuredParts,
  worker: WorkerLink | null,
): Promise<Metrics> {
  const { createScrape } = await import('./monitoring/scrape.js');
  const requests = new RequestCounts();
  const { text, report } = createScrape(requests, () => measure(parts()));
  return {
    token,
    scrape: worker === null ? text : await scrapeOfAll(worker, report),
    counting: (namesOf) => (req, res, ms) => {
      const status = res.headersSent ? res.statusCode : CLIENT_GONE;
      for (const name of namesOf(req)) requests.add(name, status, ms / 1_000);
    },
  };
}

/** A scrape reaches one worker, and is about all of them. */
async function scrapeOfAll(worker: WorkerLink, report: ProcessMetrics['report']): Promise<Scrape> {
  const { textOf } = await import('./monitoring/report.js');
  worker.onMeasure(report);
  return async () => textOf(await worker.collect());
}

async function measure(parts: MeasuredParts): Promise<Measures> {
  const { server, database, services, realtime, limit } = parts;
  const { refused, buckets, alone } = limit.measure();
  return {
    version: VERSION,
    readiness: await parts.readiness(),
    connections: await promisify(server.getConnections.bind(server))(),
    connectionsRefused: parts.connectionsRefused(),
    requestsRefused: { ...refused, under_way: parts.underWayRefused() },
    rateLimitBuckets: buckets,
    limitedAlone: alone,
    sockets: realtime.sockets(),
    hub: services.hub.measure(),
    deliveries: services.hub.counts,
    bus: services.bus.measure(),
    otherNodes: services.nodes.others().size,
    posts: services.posts.measure(),
    consumers: services.consumers.map((consumer) => consumer.measure()),
    mails: services.mails,
    scheduled: services.scheduled.measure(),
    beforeSend: services.beforeSend?.measure() ?? null,
    webhooks: services.webhooks.measure(),
    endpoints: services.webhooks.measureEndpoints(),
    passwordsWaiting: services.passwords.waiting(),
    uploadsUnderWay: services.uploads.underWay(),
    pool: poolCounts(database.sql),
    poolMax: database.sql.options.max,
    postgresRestarts: database.postgresRestarts(),
    diskKeptBytes: services.settings.quotas.freeBytesKept,
  };
}
