import type { ServerResponse } from 'node:http';
import { AppError, type ErrorCode, httpStatus, isTransient, publicError } from '@palaver/core';
import { TRPCError } from '@trpc/server';
import { type AnswerHeaders, sendJson } from './send-json.js';

/** What a 4xx thrown by Express or its middlewares (`http-errors`) is in our registry. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'ROUTE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Makes one kind of error of whatever was thrown: ours as they are, a library's by its status, the rest as a 500. */
export function toTrpcError(cause: unknown): TRPCError {
  if (cause instanceof TRPCError) return cause;
  if (isTransient(cause)) return new AppError('BUSY', { cause });
  const status = clientErrorStatus(cause);
  if (status === null) return new AppError('INTERNAL', { cause });
  return new AppError(CODE_OF_STATUS[status] ?? 'MALFORMED_REQUEST', { cause });
}

/** The status that an error is answered with, on every face. */
export function statusOf(error: TRPCError): number {
  return httpStatus(publicError(error).code);
}

/** The headers an error must come with. A 401 names the scheme to sign in with (RFC 9110, 11.6.1). */
export function errorHeaders(error: TRPCError): Record<string, string> {
  return statusOf(error) === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
}

/**
 * Answers with `{error, code, issues?}` (product.md, "Conventions"). Where half an answer is on its way the connection is
 * cut, so that nobody takes it for whole.
 */
export function sendError(res: ServerResponse, cause: unknown, headers: AnswerHeaders = []): void {
  if (res.headersSent) return void res.destroy();
  const error = toTrpcError(cause);
  const all = [...headers, ...Object.entries(errorHeaders(error))];
  sendJson(res, statusOf(error), all, JSON.stringify(publicError(error)));
}

function clientErrorStatus(cause: unknown): number | null {
  if (!(cause instanceof Error) || !('status' in cause)) return null;
  const { status } = cause;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
