import type { Notice } from '../../log/bus.js';
import type { Delivery } from '../../log/delivery.js';
import { FollowedServer } from './followed-server.js';
import type { Pair, Shown } from './pairs.js';
import { presenceFrame } from './presence-frame.js';

/** Who is online, and how they are shown. */
export type Online = ReadonlyMap<string, Shown>;
/** Receives the frames that say who is online, by user. */
type Reader = (frames: Iterable<readonly [string, Delivery]>) => void;

/**
 * In one tick the subscribers of a server on this node receive about so many frames about presence together. What does not fit
 * waits for the next ticks, and is not told where it cancels out meanwhile.
 */
export const DELIVERIES_A_TICK = 100_000;
/** However many subscribers there are, the changes of so many people are told in a tick. */
const CHANGES_A_TICK_MIN = 10;

/**
 * Whom the subscribers on this node know to be online, in the servers that anybody here is subscribed to. They are told
 * only what differs from it, so nobody comes online twice.
 */
export class ToldPresence implements Iterable<Pair> {
  readonly #deliver: (notice: Notice) => void;
  readonly #peopleIn: (serverId: string) => number;
  readonly #servers = new Map<string, FollowedServer>();
  /** By server, who waits until it is known who is online there. */
  readonly #readers = new Map<string, Reader[]>();

  /** `peopleIn` says how many people on this node hear what is told to a server. */
  constructor(deliver: (notice: Notice) => void, peopleIn: (serverId: string) => number) {
    this.#deliver = deliver;
    this.#peopleIn = peopleIn;
  }

  follow(serverId: string): void {
    const tell = (userId: string, shown: Shown | null) => {
      if (!this.#readers.has(serverId)) this.#deliver(presenceNotice({ serverId, userId }, shown));
    };
    this.#servers.set(serverId, new FollowedServer(tell));
    this.#readers.set(serverId, []);
  }

  unfollow(serverId: string): void {
    this.#servers.delete(serverId);
    this.#readers.delete(serverId);
  }

  follows(serverId: string): boolean {
    return this.#servers.has(serverId);
  }

  /** How many servers. */
  get size(): number {
    return this.#servers.size;
  }

  serverIds(): MapIterator<string> {
    return this.#servers.keys();
  }

  /** Whether something is left to be told in the next tick. */
  get hasWaiting(): boolean {
    for (const { hasWaiting } of this.#servers.values()) if (hasWaiting) return true;
    return false;
  }

  online(serverId: string): Online {
    return this.#servers.get(serverId)?.online ?? new Map();
  }

  /** Calls `reader` with who is online: at once, or as soon as that is known. */
  read(serverId: string, reader: Reader): void {
    const readers = this.#readers.get(serverId);
    if (readers) readers.push(reader);
    else reader(this.#frames(serverId));
  }

  /** Now it is known who is online in a server. Whoever waits for that hears the whole of it, the others what is new. */
  know(serverId: string, found: Online): void {
    const followed = this.#servers.get(serverId);
    if (!followed) return;
    // Nobody hears of those, so that they are no part of a tick.
    if (this.#readers.has(serverId)) followed.allow(Number.POSITIVE_INFINITY);
    for (const [userId, shown] of found) followed.want(userId, shown);
    const readers = this.#readers.get(serverId);
    this.#readers.delete(serverId);
    if (readers) followed.allow(this.#allowance(serverId));
    for (const reader of readers ?? []) reader(this.#frames(serverId));
  }

  /** Tells the server's subscribers on this node, except the user, unless they know it. Null is offline. */
  tell({ serverId, userId }: Pair, shown: Shown | null): void {
    this.#servers.get(serverId)?.want(userId, shown);
  }

  /** A new tick: tells what has waited for it. */
  tick(): void {
    for (const [serverId, followed] of this.#servers) followed.allow(this.#allowance(serverId));
  }

  /** Also those who are not told of yet. */
  *[Symbol.iterator](): Iterator<Pair> {
    for (const [serverId, followed] of this.#servers)
      for (const userId of followed.users()) yield { serverId, userId };
  }

  #frames(serverId: string): Iterable<readonly [string, Delivery]> {
    return this.#servers.get(serverId)?.frames() ?? [];
  }

  #allowance(serverId: string): number {
    const people = Math.max(1, this.#peopleIn(serverId));
    return Math.max(CHANGES_A_TICK_MIN, Math.floor(DELIVERIES_A_TICK / people));
  }
}

/** The frame about a user's presence, as a notice to the server's other subscribers. */
export function presenceNotice({ serverId, userId }: Pair, shown: Shown | null): Notice {
  const frame = JSON.stringify(presenceFrame(userId, shown));
  return { streamId: serverId, frame, exceptUserId: userId, onlyUserIds: null };
}

const PRESENCE = /^\{"type":"presence\.updated"/;

/** Whom a notice is about, where it is one about presence; otherwise null. */
export function presencePair({ streamId, frame, exceptUserId }: Notice): Pair | null {
  return exceptUserId !== null && PRESENCE.test(frame) ? { serverId: streamId, userId: exceptUserId } : null;
}
