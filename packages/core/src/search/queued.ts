import type { Database } from '@palaver/db';
import { type FairQueue, fairQueue } from '../kernel/concurrency/fair-queue.js';

/** A search may hold a connection for seconds, so few of them run at a time and leave the others of the pool to the rest. */
const LIMITS = { concurrency: 4, waitingMax: 200, perCallerMax: 16 };

const queues = new WeakMap<Database, FairQueue>();

/** Runs a search as soon as its person may. Throws `BUSY` where too many are waiting. */
export function queued<T>(db: Database, userId: string, search: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? fairQueue(LIMITS);
  queues.set(db, queue);
  return queue({ caller: userId, isKnown: true }, search);
}
