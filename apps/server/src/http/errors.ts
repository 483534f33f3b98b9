import type { ServerResponse } from 'node:http';
import { AppError, type ErrorCode, httpStatus, publicError, unavailable } from '@palaver/core';
import { TRPCError } from '@trpc/server';
import { type AnswerHeaders, sendJson } from './send-json.js';

/** The codes of the 4xx errors that Express and its middlewares throw (`http-errors`). */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'ROUTE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Turns whatever was thrown into a tRPC error: ours as they are, a library's by its status, all others into a 500. */
export function toTrpcError(cause: unknown): TRPCError {
  if (cause instanceof TRPCError) return cause;
  const fault = unavailable(cause);
  if (fault) return fault;
  const status = clientErrorStatus(cause);
  if (status === null) return new AppError('INTERNAL', { cause });
  return new AppError(CODE_OF_STATUS[status] ?? 'MALFORMED_REQUEST', { cause });
}

/** The error for a method that a path does not take; it names those that it takes, as the header `Allow` does. */
export function methodNotAllowed(methods: readonly string[]): AppError {
  return new AppError('METHOD_NOT_ALLOWED', { message: `This path takes ${methods.join(', ')}.` });
}

/** The HTTP status of an error, on every API. */
export function statusOf(error: TRPCError): number {
  return httpStatus(publicError(error).code);
}

/** The headers that an error needs. A 401 names the scheme to sign in with (RFC 9110, 11.6.1). */
export function errorHeaders(error: TRPCError): Record<string, string> {
  return statusOf(error) === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
}

/**
 * Answers with `{error, code, issues?}` (docs/reference.md, Conventions). When part of another answer has been sent, the
 * connection is closed instead, so that the client sees that the answer is incomplete.
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
