import { AppError, type OperationCheck } from '@palaver/core';

export type Check = OperationCheck;

export const ok = (name: string, found: string): Check => ({ name, status: 'ok', found });

/** The service works, and somebody should know this. */
export const warn = (name: string, found: string, advice: string): Check => ({
  name,
  status: 'warn',
  found,
  advice,
});

/** The service does not start, loses data, or refuses requests. */
export const fail = (name: string, found: string, advice: string): Check => ({
  name,
  status: 'fail',
  found,
  advice,
});

/** What has failed: drivers keep it in `errors` for several addresses, and errors of ours in their cause. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  if (error instanceof AppError && error.cause !== undefined) return reasonOf(error.cause);
  return error instanceof Error ? error.message : String(error);
}
