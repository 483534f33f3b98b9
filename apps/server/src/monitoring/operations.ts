import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError, type OperationMeta } from '@palaver/core';
import { z } from 'zod';
import { bearerToken } from '../http/bearer.js';
import type { ExtraOperation } from '../rest/operation.js';
import { FAILURES, type Readiness } from './readiness.js';
import type { Scrape } from './scrape.js';

const SCRAPE_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const Ready = z.object({ data: z.object({ status: z.literal('ready') }) }).meta({ id: 'Ready' });
/** The status that HAProxy takes for "no new connections" is 404, and for others it is "no such page". */
const ReadyQuery = z.object({
  failure: z
    .literal('404')
    .optional()
    .meta({ description: 'The status of the error, where 503 does not suit.' }),
});
const ABOUT_TO_STOP = 'The service is about to stop.';

export interface MonitoringOptions {
  readonly readiness: () => Promise<Readiness>;
  readonly draining: { readonly begun: boolean };
  /** Null: metrics are off. */
  readonly metrics: { readonly token: string; readonly scrape: Scrape } | null;
}

/** `GET /ready`, for load balancers, and `GET /metrics`, for Prometheus. */
export function monitoringOperations({ readiness, draining, metrics }: MonitoringOptions): ExtraOperation[] {
  return [
    {
      name: 'service.ready',
      meta: monitoringMeta({
        path: '/ready',
        summary: 'Check whether the service can do its work',
        description:
          'For load balancers. The database answers, files can be written, and the service is not about to stop; if not, ' +
          'the error says which. With `failure=404` the status of that error is 404, by which HAProxy (`disable-on-404`) ' +
          'knows a service that gets no new connections and keeps those that are open.',
        errors: ['NOT_READY'],
      }),
      handler: async (req, res) => {
        const failures = draining.begun ? [ABOUT_TO_STOP] : failuresOf(await readiness());
        const message = failures.join(' ');
        res.set('Cache-Control', 'no-store');
        if (failures.length === 0) res.json({ data: { status: 'ready' } });
        else if (req.query.failure === '404') res.status(404).json({ error: message, code: 'NOT_READY' });
        else throw new AppError('NOT_READY', { message });
      },
      docs: {
        query: ReadyQuery,
        responses: {
          404: { description: 'With `failure=404`: the service is not ready.' },
          200: {
            description: 'The database answers, files can be written, and the service is not about to stop.',
            content: { 'application/json': { schema: Ready } },
          },
        },
      },
    },
    {
      name: 'service.metrics',
      meta: monitoringMeta({
        path: '/metrics',
        summary: 'Get the metrics, for Prometheus',
        description:
          "Needs the operator's `METRICS_TOKEN` as the bearer token; without one there are no metrics.",
        errors: ['ROUTE_NOT_FOUND', 'UNAUTHENTICATED'],
      }),
      handler: async (req, res) => {
        if (metrics === null) {
          throw new AppError('ROUTE_NOT_FOUND', { message: 'The operator has not set METRICS_TOKEN.' });
        }
        if (!isSame(bearerToken(req.headers.authorization), metrics.token)) {
          throw new AppError('UNAUTHENTICATED', { message: 'Send METRICS_TOKEN as the bearer token.' });
        }
        const text = await metrics.scrape();
        res.set({ 'Content-Type': SCRAPE_TYPE, 'Cache-Control': 'no-store' }).end(text);
      },
      docs: {
        responses: {
          200: {
            description: 'The metrics in the text format of Prometheus.',
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
        },
      },
    },
  ];
}

interface MonitoringMeta {
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly errors: OperationMeta['rest']['errors'];
}

function monitoringMeta({ errors, ...openapi }: MonitoringMeta): OperationMeta {
  return {
    openapi: { method: 'GET', ...openapi, tags: ['service'] },
    rest: {
      status: 200,
      errors,
      idempotent: false,
      snapshot: false,
      signedIn: false,
      scope: null,
      limiter: null,
    },
  };
}

function failuresOf({ database, disk }: Readiness): string[] {
  return [...(database ? [] : [FAILURES.database]), ...(disk ? [] : [FAILURES.disk])];
}

/** Compares in a time that does not depend on how much of the token is right. */
function isSame(given: string | null, token: string): boolean {
  if (given === null) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
