import { requireQuota } from '../../kernel/errors/require-quota.js';

/** Counts the open sockets and event streams of each person, in this process. */
export class OpenSockets {
  readonly #max: number;
  readonly #byUser = new Map<string, number>();

  /** `max` is the quota of one person. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Throws `TOO_MANY_SOCKETS` when the person has as many as one may. */
  requireRoomFor(userId: string): void {
    requireQuota('sockets', this.#byUser.get(userId) ?? 0, this.#max);
  }

  has(userId: string): boolean {
    return this.#byUser.has(userId);
  }

  /** Counts one more, until the returned function is called. Throws `TOO_MANY_SOCKETS`. */
  open(userId: string): () => void {
    this.requireRoomFor(userId);
    this.#byUser.set(userId, (this.#byUser.get(userId) ?? 0) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#byUser.get(userId) ?? 0) - 1;
      if (left > 0) this.#byUser.set(userId, left);
      else this.#byUser.delete(userId);
    };
  }
}
