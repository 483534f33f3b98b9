import type { IncomingMessage } from 'node:http';
import { publicError } from '@palaver/core';
import type { TRPCError } from '@trpc/server';
import { describeError } from './describe-error.js';
import { statusOf } from './errors.js';

/**
 * Logs a server error with the request's id. A client error shows in the request log only. What passes by itself, as when
 * the database is away, is a warning of one code: there may be thousands of them, and no line of code is to blame.
 */
export function logServerError(req: IncomingMessage, error: TRPCError, procedure?: string): void {
  if (statusOf(error) < 500) return;
  const { code } = publicError(error);
  if (code !== 'INTERNAL') {
    const { code: own, cause } = describeError(error.cause);
    const reason = cause?.code ?? own;
    req.log.warn({ requestId: req.id, code, reason, procedure }, 'request failed');
    return;
  }
  req.log.error({ requestId: req.id, err: error.cause ?? error, procedure }, 'request failed');
}
