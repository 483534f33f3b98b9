/** A user's presence in one server. */
export interface Pair {
  readonly serverId: string;
  readonly userId: string;
}

/** A name of the pair for a map. */
export function keyOf({ serverId, userId }: Pair): string {
  return `${serverId}/${userId}`;
}

/** How somebody who is online is shown: idle where all connections are. */
export type Shown = 'active' | 'idle';

/** How a connection counts: one of somebody who is invisible only listens. */
export type Mode = Shown | 'hidden';

/** How each of some pairs is shown. */
export class ShownPairs implements Iterable<Pair> {
  readonly #byServer = new Map<string, Map<string, Shown>>();

  /** Null for a pair that is not there. */
  get({ serverId, userId }: Pair): Shown | null {
    return this.#byServer.get(serverId)?.get(userId) ?? null;
  }

  get isEmpty(): boolean {
    return this.#byServer.size === 0;
  }

  set({ serverId, userId }: Pair, shown: Shown): void {
    const users = this.#byServer.get(serverId) ?? new Map<string, Shown>();
    this.#byServer.set(serverId, users.set(userId, shown));
  }

  delete({ serverId, userId }: Pair): void {
    const users = this.#byServer.get(serverId);
    users?.delete(userId);
    if (users?.size === 0) this.#byServer.delete(serverId);
  }

  clear(): void {
    this.#byServer.clear();
  }

  *[Symbol.iterator](): Iterator<Pair> {
    for (const [serverId, users] of this.#byServer)
      for (const userId of users.keys()) yield { serverId, userId };
  }
}

/** A set of pairs. */
export class PairSet implements Iterable<Pair> {
  readonly #byServer = new Map<string, Set<string>>();

  has({ serverId, userId }: Pair): boolean {
    return this.#byServer.get(serverId)?.has(userId) ?? false;
  }

  get isEmpty(): boolean {
    return this.#byServer.size === 0;
  }

  add({ serverId, userId }: Pair): void {
    const users = this.#byServer.get(serverId) ?? new Set();
    this.#byServer.set(serverId, users.add(userId));
  }

  delete({ serverId, userId }: Pair): void {
    const users = this.#byServer.get(serverId);
    users?.delete(userId);
    if (users?.size === 0) this.#byServer.delete(serverId);
  }

  clear(): void {
    this.#byServer.clear();
  }

  *[Symbol.iterator](): Iterator<Pair> {
    for (const [serverId, users] of this.#byServer) for (const userId of users) yield { serverId, userId };
  }
}
