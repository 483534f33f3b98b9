/** A user's presence in one server. */
export interface Pair {
  readonly serverId: string;
  readonly userId: string;
}

/** A name of the pair for a map. */
export function keyOf({ serverId, userId }: Pair): string {
  return `${serverId}/${userId}`;
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
