import { isTRPCClientError } from '@trpc/client';
import { type Backoff, fullJitter } from '../backoff.js';
import type { Ending } from './connection.js';
import { EventStreamError } from './errors.js';

const RESTARTING = 1012;
const SESSION_OVER = 4401;
const TOO_MANY_FRAMES = 4429;
const UNAUTHORIZED = 401;

/** Milliseconds until the next connection is tried, after `failures` that brought nothing. */
export function delayAfter({ code }: Ending, failures: number, backoff: Backoff): number {
  // The service says that it will be back; only if it is not at once does everybody have to spread out.
  if (code === RESTARTING && failures === 0) return 0;
  // It counts frames by the minute, so coming back soon would only be thrown out again.
  if (code === TOO_MANY_FRAMES) return backoff.capMs * (0.5 + backoff.random() / 2);
  return fullJitter(backoff, failures);
}

/** The error with which a connection's end ends the stream; null when another may be tried. */
export function finalError({ code }: Ending): EventStreamError | null {
  return code === SESSION_OVER ? sessionOver() : null;
}

/** What a ticket that was not given means: the end of the stream (thrown), or of this try. */
export function withoutTicket(cause: unknown): Ending {
  if (isTRPCClientError(cause) && httpStatusOf(cause.data) === UNAUTHORIZED) throw sessionOver();
  return { code: null, reason: cause instanceof Error ? cause.message : String(cause) };
}

function sessionOver(): EventStreamError {
  return new EventStreamError('SESSION_OVER', 'The session is over; sign in again.');
}

function httpStatusOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'httpStatus' in data ? data.httpStatus : null;
}
