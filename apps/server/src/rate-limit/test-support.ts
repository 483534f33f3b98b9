import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { appRouter } from '@palaver/core';
import { normalizeTarget } from '../http/request-target.js';
import { collectOperations } from '../rest/operation.js';
import { createOperationTable } from '../rest/operation-table.js';
import { authOperations } from './auth-operations.js';
import type { RateLimit } from './rate-limit.js';

/** The table of the application's own procedures. */
export const realTable = createOperationTable(collectOperations(appRouter, []));

/** The operations of the application that are under the Auth limiter. */
export const realOperations = authOperations(appRouter, realTable);

/** A clock that stands still until a test sets it, in milliseconds. */
export interface ManualClock {
  readonly now: () => number;
  /** Sets the clock forward, or back when negative. */
  readonly advance: (milliseconds: number) => void;
}

export function manualClock(start = 1_000): ManualClock {
  let time = start;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** A server that limits requests as the app does, and hands what passes to `answer`. */
export function limitedServer(limit: RateLimit, answer: http.RequestListener): http.Server {
  return http.createServer((req, res) => {
    // As the request log would.
    req.id = 'test-request';
    normalizeTarget(req);
    limit.middleware(req, res, () => answer(req, res));
  });
}

/** The n-th of many different addresses. */
export function nthAddress(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** How many of `attempts` tries in a row succeed. */
export function countAccepted(attempts: number, attempt: () => boolean): number {
  return Array.from({ length: attempts }, attempt).filter(Boolean).length;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Sending {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
  /** The loopback address to come from. */
  readonly from?: string;
}

/** One real HTTP request over a connection of its own. */
export function send(port: number, sending: Sending = {}): Promise<Answer> {
  const { method = 'GET', path = '/', headers = {}, body, from = '127.0.0.1' } = sending;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, localAddress: from, agent: false };
    const request = http.request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The statuses of `count` requests, one after the other. */
export async function statuses(port: number, count: number, sending: Sending = {}): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < count; i += 1) seen.push((await send(port, sending)).status);
  return seen;
}

/** How many of the statuses are each, as in `{ 200: 60, 429: 1 }`. */
export function tally(seen: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of seen) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Serves on a free loopback port; answers with the port. */
export function listen(server: http.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A TCP server's address is an AddressInfo; the other shapes are for pipes and closed servers.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Stops serving and drops whatever is still connected. */
export function close(server: http.Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
