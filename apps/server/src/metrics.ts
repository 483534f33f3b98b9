import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import type { RunningServices } from '@palaver/core';
import { poolCounts } from '@palaver/db';
import type { RunningDatabase } from './database.js';
import type { Measures } from './monitoring/metric-table.js';
import type { Readiness } from './monitoring/readiness.js';
import { RequestCounts } from './monitoring/request-counts.js';
import type { Scrape } from './monitoring/scrape.js';
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
export async function startMetrics(token: string, parts: () => MeasuredParts): Promise<Metrics> {
  const { createScrape } = await import('./monitoring/scrape.js');
  const requests = new RequestCounts();
  return {
    token,
    scrape: createScrape(requests, () => measure(parts())),
    counting: (namesOf) => (req, res, ms) => {
      const status = res.headersSent ? res.statusCode : CLIENT_GONE;
      for (const name of namesOf(req)) requests.add(name, status, ms / 1_000);
    },
  };
}

async function measure(parts: MeasuredParts): Promise<Measures> {
  const { server, database, services, realtime, limit } = parts;
  const { refused, buckets } = limit.measure();
  return {
    version: VERSION,
    readiness: await parts.readiness(),
    connections: await promisify(server.getConnections.bind(server))(),
    connectionsRefused: parts.connectionsRefused(),
    requestsRefused: { ...refused, under_way: parts.underWayRefused() },
    rateLimitBuckets: buckets,
    sockets: realtime.sockets(),
    hub: services.hub.measure(),
    deliveries: services.hub.counts,
    posts: services.posts.measure(),
    passwordsWaiting: services.passwords.waiting(),
    uploadsUnderWay: services.uploads.underWay(),
    pool: poolCounts(database.sql),
    poolMax: database.sql.options.max,
    postgresRestarts: database.postgresRestarts(),
    diskKeptBytes: services.settings.quotas.freeBytesKept,
  };
}
