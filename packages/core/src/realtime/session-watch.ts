import type { Database } from '@palaver/db';
import { findLiveSessions } from './queries.js';

/** Knows whose connections are open, and closes them when their session is over. */
export class SessionWatch {
  readonly #attending = new Map<string, Set<() => void>>();

  get idle(): boolean {
    return this.#attending.size === 0;
  }

  /** Calls `onEnd` once when the session is over; the returned function stops that. */
  attend(sessionId: string, onEnd: () => void): () => void {
    const attending = this.#attending.get(sessionId) ?? new Set();
    this.#attending.set(sessionId, attending.add(onEnd));
    return () => {
      attending.delete(onEnd);
      if (attending.size === 0 && this.#attending.get(sessionId) === attending)
        this.#attending.delete(sessionId);
    };
  }

  /** A session has ended. */
  end(sessionId: string): void {
    const attending = this.#attending.get(sessionId);
    this.#attending.delete(sessionId);
    for (const onEnd of attending ?? []) onEnd();
  }

  /** Finds, in one query, the sessions that have expired or that another node has ended. */
  async check(db: Database, now: Date): Promise<void> {
    const ids = [...this.#attending.keys()];
    const live = new Set((await findLiveSessions(db, ids, now)).map(({ id }) => id));
    for (const id of ids) {
      if (!live.has(id)) this.end(id);
    }
  }
}
