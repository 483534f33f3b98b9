import type { Bus } from '../log/bus.js';
import type { TransientFrame } from '../protocol/frames.js';

/** Whoever comes and goes, or comes back, within this time is told of once, or not at all. */
const COALESCE_MS = 2_000;

/** Who is there, told to the servers they are in. Someone is online in a server while listening to any of it. */
export class Presence {
  readonly #bus: Bus;
  readonly #coalesceMs: number;
  /** How many streams of a server each user hears. */
  readonly #heard = new Map<string, Map<string, number>>();
  /** Who has been told of as online. */
  readonly #told = new Map<string, Set<string>>();
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

  /** Who has been told of as online in a server. */
  online(serverId: string): Iterable<string> {
    return this.#told.get(serverId) ?? [];
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #count(serverId: string, userId: string, by: 1 | -1): void {
    const heard = of(this.#heard, serverId, () => new Map<string, number>());
    const before = heard.get(userId) ?? 0;
    heard.set(userId, before + by);
    if (before + by === 0) heard.delete(userId);
    if (heard.size === 0) this.#heard.delete(serverId);
    if (before > 0 && before + by > 0) return;
    of(this.#changed, serverId, () => new Set<string>()).add(userId);
    this.#timer ??= setTimeout(() => this.#tell(), this.#coalesceMs).unref();
  }

  #tell(): void {
    this.#timer = null;
    for (const [serverId, userIds] of this.#changed) {
      for (const userId of userIds) this.#tellOf(serverId, userId);
      if (this.#told.get(serverId)?.size === 0) this.#told.delete(serverId);
    }
    this.#changed.clear();
  }

  #tellOf(serverId: string, userId: string): void {
    const told = of(this.#told, serverId, () => new Set<string>());
    const online = this.#heard.get(serverId)?.has(userId) ?? false;
    if (online === told.has(userId)) return;
    if (online) told.add(userId);
    else told.delete(userId);
    const frame: TransientFrame = { type: 'presence.updated', data: { userId, online } };
    this.#bus.notify({ streamId: serverId, frame: JSON.stringify(frame), exceptUserId: userId });
  }
}

function of<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
