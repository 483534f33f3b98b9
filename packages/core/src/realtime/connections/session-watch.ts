import type { Database } from '@palaver/db';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/concurrency/at-most.js';
import type { Actor } from '../../kernel/services/actor.js';
import { findLiveKeysAndPeople, findLiveSessions } from '../queries.js';

type OnEnd = () => void;
/** Somebody with a connection. */
export interface WatchedUser {
  readonly userId: string;
  readonly invisible: boolean;
}

type Watched = Pick<Actor, 'sessionId' | 'userId' | 'key'>;

/** More sessions than end while one connection is being opened. */
const ENDED_MAX = 10_000;

/** Knows the sessions of the open connections, and calls back when one of them is over. */
export class SessionWatch {
  readonly #callbacks = new Map<string, Set<OnEnd>>();
  /** What the connections of API keys depend on: the key, and the person for whom it acts. */
  readonly #ofKeys = new Set<string>();
  /** The sessions that ended last: a connection may have verified one before it ended, and watch it only now. */
  readonly #ended = new LRUCache<string, true>(atMost(ENDED_MAX));

  get idle(): boolean {
    return this.#callbacks.size === 0;
  }

  /**
   * Calls `onEnd` when the actor's session is over, or their API key, or the person for whom it acts; after the current turn
   * when it is already. The returned function cancels that.
   */
  watch({ sessionId, userId, key }: Watched, onEnd: OnEnd): () => void {
    const ids = key ? [sessionId, userId] : [sessionId];
    if (this.#ended.has(sessionId)) queueMicrotask(() => this.end(sessionId));
    for (const id of ids) {
      this.#callbacks.set(id, (this.#callbacks.get(id) ?? new Set()).add(onEnd));
      if (key) this.#ofKeys.add(id);
    }
    return () => {
      for (const id of ids) this.#cancel(id, onEnd);
    };
  }

  /** Whether the session has an open connection and is not known to be over. */
  has(sessionId: string): boolean {
    return this.#callbacks.has(sessionId);
  }

  /** Reports that a session or an API key is over. */
  end(sessionId: string): void {
    this.#ended.set(sessionId, true);
    this.#call(sessionId);
  }

  /**
   * Finds the sessions that have expired or that another node has ended; those of API keys only where there are some. Returns
   * the users whose connections go on.
   */
  async check(db: Database, now: Date): Promise<WatchedUser[]> {
    const ofKeys = [...this.#ofKeys];
    const ids = [...this.#callbacks.keys()].filter((id) => !this.#ofKeys.has(id));
    const found = await findLiveSessions(db, ids, now);
    const users: WatchedUser[] = found.map(({ userId, invisible }) => ({ userId, invisible }));
    const live = new Set(found.map(({ id }) => id));
    if (ofKeys.length > 0) {
      for (const { id, invisible } of await findLiveKeysAndPeople(db, ofKeys, now)) {
        live.add(id);
        users.push({ userId: id, invisible });
      }
    }
    for (const id of ids) {
      if (!live.has(id)) this.end(id);
    }
    for (const id of ofKeys) {
      // A person may be activated again.
      if (!live.has(id)) this.#call(id);
    }
    return users;
  }

  #call(id: string): void {
    const callbacks = this.#callbacks.get(id);
    this.#forget(id);
    for (const onEnd of callbacks ?? []) onEnd();
  }

  #cancel(id: string, onEnd: OnEnd): void {
    const callbacks = this.#callbacks.get(id);
    callbacks?.delete(onEnd);
    if (callbacks?.size === 0) this.#forget(id);
  }

  #forget(id: string): void {
    this.#callbacks.delete(id);
    this.#ofKeys.delete(id);
  }
}
