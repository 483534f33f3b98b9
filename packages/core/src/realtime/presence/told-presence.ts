import type { Notice } from '../../log/bus.js';
import type { TransientFrame } from '../../protocol/frames.js';
import type { Pair, Shown } from './pairs.js';

/** Who is online, and how they are shown. */
export type Online = ReadonlyMap<string, Shown>;
type Reader = (online: Online) => void;

interface FollowedServer {
  readonly online: Map<string, Shown>;
  /** Who waits until it is known who is online; null once it is. */
  readers: Reader[] | null;
}

/**
 * Whom the subscribers on this node know to be online, in the servers that anybody here is subscribed to. They are told
 * only what differs from it, so nobody comes online twice.
 */
export class ToldPresence implements Iterable<Pair> {
  readonly #deliver: (notice: Notice) => void;
  readonly #servers = new Map<string, FollowedServer>();

  constructor(deliver: (notice: Notice) => void) {
    this.#deliver = deliver;
  }

  follow(serverId: string): void {
    this.#servers.set(serverId, { online: new Map(), readers: [] });
  }

  unfollow(serverId: string): void {
    this.#servers.delete(serverId);
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

  online(serverId: string): Online {
    return this.#servers.get(serverId)?.online ?? new Map();
  }

  /** Calls `reader` with who is online: at once, or as soon as that is known. */
  read(serverId: string, reader: Reader): void {
    const followed = this.#servers.get(serverId);
    if (followed?.readers) followed.readers.push(reader);
    else reader(followed?.online ?? new Map());
  }

  /** Now it is known who is online in a server. Whoever waits for that hears the whole of it, the others what is new. */
  know(serverId: string, found: Online): void {
    const followed = this.#servers.get(serverId);
    if (!followed) return;
    for (const [userId, shown] of found) this.tell({ serverId, userId }, shown);
    const { online, readers } = followed;
    followed.readers = null;
    for (const reader of readers ?? []) reader(online);
  }

  /** Tells the server's subscribers on this node, except the user, unless they know it. Null is offline. */
  tell({ serverId, userId }: Pair, shown: Shown | null): void {
    const followed = this.#servers.get(serverId);
    if (!followed || shown === (followed.online.get(userId) ?? null)) return;
    if (shown === null) followed.online.delete(userId);
    else followed.online.set(userId, shown);
    if (followed.readers === null) this.#deliver(presenceNotice({ serverId, userId }, shown));
  }

  *[Symbol.iterator](): Iterator<Pair> {
    for (const [serverId, { online }] of this.#servers)
      for (const userId of online.keys()) yield { serverId, userId };
  }
}

/** The frame about a user's presence. */
export function presenceFrame(userId: string, shown: Shown | null): TransientFrame {
  return { type: 'presence.updated', data: { userId, online: shown !== null, idle: shown === 'idle' } };
}

/** The same as a notice to the server's other subscribers. */
export function presenceNotice({ serverId, userId }: Pair, shown: Shown | null): Notice {
  const frame = JSON.stringify(presenceFrame(userId, shown));
  return { streamId: serverId, frame, exceptUserId: userId, onlyUserIds: null };
}

const PRESENCE = /^\{"type":"presence\.updated"/;

/** Whom a notice is about, where it is one about presence; otherwise null. */
export function presencePair({ streamId, frame, exceptUserId }: Notice): Pair | null {
  return exceptUserId !== null && PRESENCE.test(frame) ? { serverId: streamId, userId: exceptUserId } : null;
}
