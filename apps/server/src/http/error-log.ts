import type { IncomingMessage } from 'node:http';
import { publicError } from '@palaver/core';
import type { TRPCError } from '@trpc/server';
import { describeError } from './describe-error.js';
import { statusOf } from './errors.js';
import { cutForLog } from './logged-path.js';

/**
 * Logs a server error with the request's id and client. A client error shows in the request log only. What passes by
 * itself, as when the database is away, is a warning of one code: there may be thousands of them, and no line of code is to
 * blame.
 */
export function logServerError(req: IncomingMessage, error: TRPCError, procedure?: string): void {
  if (statusOf(error) < 500) return;
  const { code } = publicError(error);
  const name = procedure === undefined ? undefined : cutForLog(procedure);
  if (code === 'INTERNAL') {
    req.log('error', { err: error.cause ?? error, procedure: name }, 'request failed');
    return;
  }
  const { code: own, cause } = describeError(error.cause);
  req.log('warn', { code, reason: cause?.code ?? own, procedure: name }, 'request failed');
}
