import { keyOf, type Pair } from './pairs.js';

/** A pair whose user came or went on this node. */
export interface PresenceChange extends Pair {
  /** When, on the clock of `performance`. */
  readonly at: number;
}

/** How many subscriptions each user has on this node, by server, and who came or went since that was last dealt with. */
export class LocalPresence implements Iterable<Pair> {
  readonly #subscriptions = new Map<string, Map<string, number>>();
  readonly #changes = new Map<string, PresenceChange>();

  has({ serverId, userId }: Pair): boolean {
    return this.#subscriptions.get(serverId)?.has(userId) ?? false;
  }

  /** Whether anybody on this node is subscribed to the server or to one of its channels. */
  hasServer(serverId: string): boolean {
    return this.#subscriptions.has(serverId);
  }

  usersOf(serverId: string): string[] {
    return [...(this.#subscriptions.get(serverId)?.keys() ?? [])];
  }

  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }

  changes(): PresenceChange[] {
    return [...this.#changes.values()];
  }

  count({ serverId, userId }: Pair, by: 1 | -1): void {
    const users = this.#subscriptions.get(serverId) ?? new Map<string, number>();
    this.#subscriptions.set(serverId, users);
    const before = users.get(userId) ?? 0;
    users.set(userId, before + by);
    if (before + by === 0) users.delete(userId);
    if (users.size === 0) this.#subscriptions.delete(serverId);
    if (before === 0 || before + by === 0) this.change({ serverId, userId });
  }

  /** Notes a pair as changed, so that it is dealt with again. */
  change(pair: Pair): void {
    this.#changes.set(keyOf(pair), { ...pair, at: performance.now() });
  }

  /** Forgets a change, unless the pair has changed again. */
  settle(change: PresenceChange): void {
    const key = keyOf(change);
    if (this.#changes.get(key) === change) this.#changes.delete(key);
  }

  *[Symbol.iterator](): Iterator<Pair> {
    for (const [serverId, users] of this.#subscriptions) {
      for (const userId of users.keys()) yield { serverId, userId };
    }
  }
}
