import { keyOf, type Mode, type Pair, type Shown } from './pairs.js';

/** A pair that is shown otherwise on this node than before. */
export interface PresenceChange extends Pair {
  /** When, on the clock of `performance`. */
  readonly at: number;
}

type Counts = Record<Mode, number>;

/**
 * How many subscriptions each user has on this node, by server and by how they count, and who is shown otherwise since that
 * was last dealt with.
 */
export class LocalPresence implements Iterable<Pair> {
  readonly #subscriptions = new Map<string, Map<string, Counts>>();
  readonly #changes = new Map<string, PresenceChange>();

  /** How a user is shown by the connections to this node; null for one who is not. */
  shown({ serverId, userId }: Pair): Shown | null {
    return shownBy(this.#subscriptions.get(serverId)?.get(userId));
  }

  /** Whether anybody on this node, visible or not, is subscribed to the server or to one of its channels. */
  hasServer(serverId: string): boolean {
    return this.#subscriptions.has(serverId);
  }

  /** How many users have a subscription here, visible or not. */
  peopleIn(serverId: string): number {
    return this.#subscriptions.get(serverId)?.size ?? 0;
  }

  usersOf(serverId: string): string[] {
    const users = [...(this.#subscriptions.get(serverId) ?? [])];
    return users.flatMap(([userId, counts]) => (shownBy(counts) === null ? [] : [userId]));
  }

  get hasChanges(): boolean {
    return this.#changes.size > 0;
  }

  changes(): PresenceChange[] {
    return [...this.#changes.values()];
  }

  count({ serverId, userId }: Pair, mode: Mode, by: 1 | -1): void {
    const users = this.#subscriptions.get(serverId) ?? new Map<string, Counts>();
    this.#subscriptions.set(serverId, users);
    const counts = users.get(userId) ?? { active: 0, idle: 0, hidden: 0 };
    const before = shownBy(counts);
    counts[mode] += by;
    users.set(userId, counts);
    if (counts.active + counts.idle + counts.hidden === 0) users.delete(userId);
    if (users.size === 0) this.#subscriptions.delete(serverId);
    if (before !== shownBy(counts)) this.change({ serverId, userId });
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
    for (const serverId of this.#subscriptions.keys())
      for (const userId of this.usersOf(serverId)) yield { serverId, userId };
  }
}

function shownBy(counts: Counts | undefined): Shown | null {
  if (counts === undefined) return null;
  if (counts.active > 0) return 'active';
  return counts.idle > 0 ? 'idle' : null;
}
