import { databaseError, isTransient } from '@palaver/db';
import { AppError } from './app-error.js';

/** A full disk, of Postgres (class 53) or of the files. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

export function isDiskFull(cause: unknown): boolean {
  return DISK_FULL.test(databaseError(cause)?.code ?? '');
}

/**
 * The error to answer when the cause is not the request but a fault that passes, so that the caller may try again: 503 or
 * 507, not 500. Null for any other cause.
 */
export function unavailable(cause: unknown): AppError | null {
  if (isTransient(cause)) return new AppError('BUSY', { cause });
  return isDiskFull(cause) ? new AppError('DISK_FULL', { cause }) : null;
}
