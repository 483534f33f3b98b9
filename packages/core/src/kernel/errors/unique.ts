import { databaseError } from '@palaver/db';
import type { ErrorCode } from '../../protocol/error-codes.js';
import { AppError } from './app-error.js';

const UNIQUE_VIOLATION = '23505';
const TRIES_MAX = 3;

/**
 * Runs a write and turns the violation of one of the named unique indexes into its error. A check before the write would
 * let two concurrent writes through.
 */
export async function uniqueOr<T>(codes: Record<string, ErrorCode>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const found = databaseError(error);
    const code =
      found?.code === UNIQUE_VIOLATION && found.constraint !== null ? codes[found.constraint] : undefined;
    if (code === undefined) throw error;
    throw new AppError(code, { cause: error });
  }
}

/**
 * Runs a write that chooses a free name again where somebody has taken the name, the address or the id since it was looked
 * up: what is true then decides. `isContested` says that it is another try.
 */
export async function againIfTaken<T>(write: (isContested: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write(tries > 1);
    } catch (error) {
      if (databaseError(error)?.code !== UNIQUE_VIOLATION || tries === TRIES_MAX) throw error;
    }
  }
}
