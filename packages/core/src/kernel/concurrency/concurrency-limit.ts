import pLimit from 'p-limit';
import { AppError } from '../errors/app-error.js';

/**
 * Runs pieces of work `concurrency` at a time, first come, first served. When `waitingMax` are waiting already, the next
 * is refused with `BUSY`.
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
