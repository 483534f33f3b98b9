import type { Database } from '@palaver/db';
import { type FairQueue, fairQueue } from '../kernel/concurrency/fair-queue.js';

/** A walk reads all that the service has, so few of them are at work at a time, and people take turns with each page. */
const LIMITS = { concurrency: 2, waitingMax: 200, laneMax: 4 };

const queues = new WeakMap<Database, FairQueue>();

/** Reads a page of a walk when it is its person's turn. Throws `BUSY` where too many are waiting. */
export function inTurn<T>(db: Database, userId: string, read: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? fairQueue(LIMITS);
  queues.set(db, queue);
  return queue({ lane: userId, isKnown: true }, read);
}
