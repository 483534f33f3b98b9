import type { TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { ERRORS, type ErrorCode, type Issue } from '../../protocol/error-codes.js';
import { AppError } from './app-error.js';

/** The form of any error for a client: a registry code, a sentence and, for invalid fields, the issues. */
export interface PublicError {
  error: string;
  code: ErrorCode;
  issues?: Issue[];
}

/** The registry codes of errors that the libraries throw. */
const LIBRARY_ERRORS: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'MALFORMED_BODY',
  BAD_REQUEST: 'MALFORMED_REQUEST',
  UNAUTHORIZED: 'UNAUTHENTICATED',
  NOT_FOUND: 'ROUTE_NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  PAYLOAD_TOO_LARGE: 'BODY_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  SERVICE_UNAVAILABLE: 'BUSY',
};

/** Turns any error into what the service may send: never a stack, a query, a path or an inner message. */
export function publicError(error: TRPCError): PublicError {
  if (error instanceof AppError) {
    return {
      error: error.message,
      code: error.errorCode,
      ...(error.issues === undefined ? {} : { issues: error.issues }),
    };
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    return { error: ERRORS.INVALID_INPUT[1], code: 'INVALID_INPUT', issues: error.cause.issues.map(toIssue) };
  }
  const code = LIBRARY_ERRORS[error.code] ?? 'INTERNAL';
  return { error: ERRORS[code][1], code };
}

function toIssue(issue: { path: PropertyKey[]; message: string }): Issue {
  return { path: issue.path.map(String).join('.'), message: issue.message };
}

/** tRPC's own error shape, with our code and issues in `data`. */
export function nativeErrorShape({ shape, error }: { shape: TRPCDefaultErrorShape; error: TRPCError }) {
  const { error: message, code, issues } = publicError(error);
  return {
    message,
    code: shape.code,
    data: {
      code: shape.data.code,
      // Not that of tRPC, which has no code for every status of the registry.
      httpStatus: ERRORS[code][0],
      ...(shape.data.path === undefined ? {} : { path: shape.data.path }),
      errorCode: code,
      ...(issues === undefined ? {} : { issues }),
    },
  };
}
