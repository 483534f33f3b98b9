import type { Database } from '@palaver/db';
import { LRUCache } from 'lru-cache';
import { findLiveSessions } from './queries.js';

type OnEnd = () => void;

/** More sessions than end while one connection is being opened. */
const ENDED_MAX = 10_000;

/** Knows the sessions of the open connections, and calls back when one of them is over. */
export class SessionWatch {
  readonly #callbacks = new Map<string, Set<OnEnd>>();
  /** The sessions that ended last: a connection may have verified one before it ended, and watch it only now. */
  readonly #ended = new LRUCache<string, true>({ max: ENDED_MAX });

  get idle(): boolean {
    return this.#callbacks.size === 0;
  }

  /**
   * Calls `onEnd` once when the session is over; after the current turn when it is already. The returned function cancels
   * that.
   */
  watch(sessionId: string, onEnd: OnEnd): () => void {
    if (this.#ended.has(sessionId)) queueMicrotask(() => this.end(sessionId));
    const callbacks = this.#callbacks.get(sessionId) ?? new Set();
    this.#callbacks.set(sessionId, callbacks.add(onEnd));
    return () => {
      callbacks.delete(onEnd);
      if (callbacks.size === 0 && this.#callbacks.get(sessionId) === callbacks) {
        this.#callbacks.delete(sessionId);
      }
    };
  }

  /** Reports that a session is over. */
  end(sessionId: string): void {
    this.#ended.set(sessionId, true);
    const callbacks = this.#callbacks.get(sessionId);
    this.#callbacks.delete(sessionId);
    for (const onEnd of callbacks ?? []) onEnd();
  }

  /** Finds, in one query, the sessions that have expired or that another node has ended. */
  async check(db: Database, now: Date): Promise<void> {
    const ids = [...this.#callbacks.keys()];
    const live = new Set((await findLiveSessions(db, ids, now)).map(({ id }) => id));
    for (const id of ids) {
      if (!live.has(id)) this.end(id);
    }
  }
}
