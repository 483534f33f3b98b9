import { databaseError, type Queryable, statement } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';

/** In milliseconds. A search that takes longer holds a connection that posts wait for. */
const SEARCH_MS = 2_000;

const setTimeLimit = statement(`select set_config('statement_timeout', '${SEARCH_MS}', true)`);

/** Runs statements that Postgres ends when one takes longer than a search may. Throws `SEARCH_TOO_BROAD`. */
export async function withinTime<T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await setTimeLimit(tx, []);
      return work(tx);
    });
  } catch (error) {
    // 57014 is query_canceled.
    if (databaseError(error)?.code === '57014') throw new AppError('SEARCH_TOO_BROAD', { cause: error });
    throw error;
  }
}
