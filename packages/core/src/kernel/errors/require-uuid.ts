import type { ErrorCode } from '../../protocol/error-codes.js';
import { isUuid } from '../schema/ids.js';
import { AppError } from './app-error.js';

/** Returns the id, or throws `notFound` for a string that is no id. */
export function requireUuid(id: string, notFound: ErrorCode): string {
  if (!isUuid(id)) throw new AppError(notFound);
  return id;
}
