import type { AppRouter, ErrorCode } from '@palaver/core';
import { isTRPCClientError, type TRPCClientError } from '@trpc/client';

type ErrorData = NonNullable<TRPCClientError<AppRouter>['data']>;

/**
 * An error that the service answered with: `message` is a sentence for a person, `data.errorCode` is for a program, and
 * `data.issues` names the fields of an `INVALID_INPUT`.
 */
export type PalaverError<Code extends ErrorCode = ErrorCode> = TRPCClientError<AppRouter> & {
  readonly data: ErrorData & { readonly errorCode: Code };
};

/**
 * Whether the service answered with an error, and with this code if one is given. What else a call rejects with has
 * no `errorCode`: no answer at all, or 429 for longer than it was retried (`data.httpStatus`).
 */
export function isPalaverError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is PalaverError<Code> {
  if (!isTRPCClientError<AppRouter>(error) || error.data?.errorCode === undefined) return false;
  return code === undefined || error.data.errorCode === code;
}
