import http from 'node:http';
import { appRouter } from '@palaver/core';
import { normalizeTarget } from '../http/request-target.js';
import { collectOperations } from '../rest/operation.js';
import { createOperationTable } from '../rest/operation-table.js';
import { type Sent, send } from '../testing/send.js';
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

/** The statuses of `count` requests, one after the other. */
export async function statuses(url: string, count: number, sent: Sent): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < count; i += 1) seen.push((await send(url, sent)).status);
  return seen;
}

/** How many of the statuses are each, as in `{ 200: 60, 429: 1 }`. */
export function tally(seen: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of seen) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
