import pLimit from 'p-limit';
import { AppError } from '../errors/app-error.js';

/**
 * Runs at most `concurrency` pieces of work at a time, first come, first served. Throws `BUSY` when `waitingMax` are
 * waiting already.
 */
export function limitConcurrency(
  concurrency: number,
  waitingMax = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax) throw new AppError('BUSY');
    return limit(work);
  };
}

/** The same limit for each key on its own. A key without work takes no memory. */
export function limitPerKey(
  concurrency: number,
  waitingMax: number,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const keys = new Map<string, { readonly limit: ReturnType<typeof limitConcurrency>; pieces: number }>();
  return async (key, work) => {
    const entry = keys.get(key) ?? { limit: limitConcurrency(concurrency, waitingMax), pieces: 0 };
    keys.set(key, entry);
    entry.pieces += 1;
    try {
      return await entry.limit(work);
    } finally {
      entry.pieces -= 1;
      if (entry.pieces === 0) keys.delete(key);
    }
  };
}
