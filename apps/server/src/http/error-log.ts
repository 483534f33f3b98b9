import type { IncomingMessage } from 'node:http';
import type { TRPCError } from '@trpc/server';
import { statusOf } from './errors.js';

/** Logs what is our fault, with the request's id; what is the client's fault shows in the request log only. */
export function logServerError(req: IncomingMessage, error: TRPCError, procedure?: string): void {
  if (statusOf(error) < 500) return;
  req.log.error({ requestId: req.id, err: error.cause ?? error, procedure }, 'request failed');
}
