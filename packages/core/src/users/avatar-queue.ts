import { AppError } from '../kernel/errors.js';

/**
 * Runs pieces of work one after another, in the order they came. While `limit` of them run or wait, the next is refused
 * with `BUSY`.
 */
export function oneAtATime(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let held = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (held >= limit) throw new AppError('BUSY');
    held++;
    const result = last.then(work);
    last = result.catch(() => {});
    try {
      return await result;
    } finally {
      held--;
    }
  };
}
