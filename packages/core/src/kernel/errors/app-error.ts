import { TRPCError } from '@trpc/server';
import { ERRORS, type ErrorCode, type Issue } from '../../protocol/error-codes.js';

/** How tRPC names the HTTP statuses of the registry; it has no name for 426, which it never answers. */
const TRPC_CODE = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  426: 'BAD_REQUEST',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  // tRPC has no name for 507 (RFC 4918, 11.5).
  507: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<(typeof ERRORS)[ErrorCode][0], TRPCError['code']>;

/** An error with a code of the registry; `issues` only where single fields are not valid. */
export class AppError extends TRPCError {
  readonly errorCode: ErrorCode;
  readonly issues: Issue[] | undefined;

  constructor(errorCode: ErrorCode, options: { issues?: Issue[]; cause?: unknown; message?: string } = {}) {
    const [status, sentence] = ERRORS[errorCode];
    super({ code: TRPC_CODE[status], message: options.message ?? sentence, cause: options.cause });
    this.errorCode = errorCode;
    this.issues = options.issues;
  }
}

/** An `INVALID_INPUT` for one field, for rules that a schema cannot check. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { issues: [{ path, message }] });
}

/** The HTTP status of an error code. */
export function httpStatus(errorCode: ErrorCode): number {
  return ERRORS[errorCode][0];
}
