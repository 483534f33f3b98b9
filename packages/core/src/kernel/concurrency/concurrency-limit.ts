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
