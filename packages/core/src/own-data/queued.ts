import type { Database } from '@palaver/db';
import { type FairQueue, fairQueue } from '../kernel/concurrency/fair-queue.js';

/** A walk reads all that the service has, so few of them are at work at a time, and people are served page by page, one after the other. */
const LIMITS = { concurrency: 2, waitingMax: 200, perCallerMax: 4 };

const queues = new WeakMap<Database, FairQueue>();

/** Reads a page of a walk as soon as its person may. Throws `BUSY` where too many are waiting. */
export function queued<T>(db: Database, userId: string, read: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? fairQueue(LIMITS);
  queues.set(db, queue);
  return queue({ caller: userId, isKnown: true }, read);
}
