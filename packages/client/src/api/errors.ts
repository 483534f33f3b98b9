import type { TRPCClientError } from '@trpc/client';
import type { AppRouter, ErrorCode } from '../service.js';

type ErrorData = NonNullable<TRPCClientError<AppRouter>['data']>;

/**
 * An error answer of the service: `message` is a sentence for people, `data.errorCode` is for programs, and
 * `data.issues` names the invalid fields of an `INVALID_INPUT`.
 */
export type PalaverError<Code extends ErrorCode = ErrorCode> = TRPCClientError<AppRouter> & {
  readonly data: ErrorData & { readonly errorCode: Code };
};

/**
 * Whether the service answered with an error, and with this code if one is given. Other rejections have no `errorCode`:
 * there was no answer, or still a 429 after the last retry (`data.httpStatus`).
 */
export function isPalaverError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is PalaverError<Code> {
  // By its name, as tRPC does it: a page that only asks for codes need not load tRPC.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return false;
  const { data }: { data?: { readonly errorCode?: unknown } | null } = Object(error);
  return typeof data?.errorCode === 'string' && (code === undefined || data.errorCode === code);
}
