import type { IncomingMessage } from 'node:http';
import type { TRPCError } from '@trpc/server';
import { statusOf } from './errors.js';

/** Logs a server error with the request's id. A client error shows in the request log only. */
export function logServerError(req: IncomingMessage, error: TRPCError, procedure?: string): void {
  if (statusOf(error) < 500) return;
  req.log.error({ requestId: req.id, err: error.cause ?? error, procedure }, 'request failed');
}
