import { isTRPCClientError } from '@trpc/client';
import { type Backoff, fullJitter } from '../backoff.js';
import type { AppRouter } from '../service.js';
import type { Ending } from './connection.js';
import { EventStreamError } from './errors.js';

const RESTARTING = 1012;
/** All clients of a node lose it at once, and would arrive at the others at once (docs/protocol.md). */
const SPREAD_MS = 2_000;
const SESSION_OVER = 4401;
const UNAUTHORIZED = 401;

/** Milliseconds to wait before the next connection, after `failures` connections that brought nothing. */
export function delayAfter({ code }: Ending, failures: number, backoff: Backoff): number {
  return fullJitter(backoff, failures, code === RESTARTING ? SPREAD_MS : 0);
}

/** Whether the token of the connection is not valid any more. */
export function isRefused({ code }: Ending): boolean {
  return code === SESSION_OVER;
}

/** How an attempt ends that got no ticket. */
export function withoutTicket(cause: unknown): Ending {
  const isOver = isTRPCClientError<AppRouter>(cause) && cause.data?.httpStatus === UNAUTHORIZED;
  return {
    code: isOver ? SESSION_OVER : null,
    reason: cause instanceof Error ? cause.message : String(cause),
  };
}

/** The error that ends a stream whose session is over. */
export function sessionOver(): EventStreamError {
  return new EventStreamError('SESSION_OVER', 'The session is over; sign in again.');
}
