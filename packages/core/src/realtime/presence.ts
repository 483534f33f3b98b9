import type { Bus } from '../log/bus.js';
import type { TransientFrame } from '../protocol/frames.js';

/** Changes of one user within this time are published as one, or not at all if they cancel out. */
const COALESCE_MS = 2_000;

/**
 * Publishes to each server which of its members are online. A user is online in a server while a connection of theirs is
 * subscribed to the server or to one of its channels.
 */
export class Presence {
  readonly #bus: Bus;
  readonly #coalesceMs: number;
  /** By server and user, how many subscriptions the user has in the server. */
  readonly #subscriptions = new Map<string, Map<string, number>>();
  /** By server, the users last published as online. */
  readonly #published = new Map<string, Set<string>>();
  readonly #changed = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(bus: Bus, coalesceMs = COALESCE_MS) {
    this.#bus = bus;
    this.#coalesceMs = coalesceMs;
  }

  enter(serverId: string, userId: string): void {
    this.#count(serverId, userId, 1);
  }

  leave(serverId: string, userId: string): void {
    this.#count(serverId, userId, -1);
  }

  /** The users last published as online in a server. */
  online(serverId: string): Iterable<string> {
    return this.#published.get(serverId) ?? [];
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #count(serverId: string, userId: string, by: 1 | -1): void {
    const users = getOrCreate(this.#subscriptions, serverId, () => new Map<string, number>());
    const before = users.get(userId) ?? 0;
    users.set(userId, before + by);
    if (before + by === 0) users.delete(userId);
    if (users.size === 0) this.#subscriptions.delete(serverId);
    if (before > 0 && before + by > 0) return;
    getOrCreate(this.#changed, serverId, () => new Set<string>()).add(userId);
    this.#timer ??= setTimeout(() => this.#publishChanges(), this.#coalesceMs).unref();
  }

  #publishChanges(): void {
    this.#timer = null;
    for (const [serverId, userIds] of this.#changed) {
      for (const userId of userIds) this.#publish(serverId, userId);
      if (this.#published.get(serverId)?.size === 0) this.#published.delete(serverId);
    }
    this.#changed.clear();
  }

  #publish(serverId: string, userId: string): void {
    const published = getOrCreate(this.#published, serverId, () => new Set<string>());
    const online = this.#subscriptions.get(serverId)?.has(userId) ?? false;
    if (online === published.has(userId)) return;
    if (online) published.add(userId);
    else published.delete(userId);
    const frame: TransientFrame = { type: 'presence.updated', data: { userId, online } };
    this.#bus.notify({ streamId: serverId, frame: JSON.stringify(frame), exceptUserId: userId });
  }
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
