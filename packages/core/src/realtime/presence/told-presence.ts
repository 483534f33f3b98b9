import type { Notice } from '../../log/bus.js';
import type { TransientFrame } from '../../protocol/frames.js';
import type { Pair } from './pairs.js';

type Reader = (userIds: Iterable<string>) => void;

interface FollowedServer {
  readonly online: Set<string>;
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
    this.#servers.set(serverId, { online: new Set(), readers: [] });
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

  online(serverId: string): ReadonlySet<string> {
    return this.#servers.get(serverId)?.online ?? new Set();
  }

  /** Calls `reader` with who is online: at once, or as soon as that is known. */
  read(serverId: string, reader: Reader): void {
    const followed = this.#servers.get(serverId);
    if (followed?.readers) followed.readers.push(reader);
    else reader(followed?.online ?? []);
  }

  /** Now it is known who is online in a server. Whoever waits for that hears the whole of it, the others what is new. */
  know(serverId: string, userIds: Iterable<string>): void {
    const followed = this.#servers.get(serverId);
    if (!followed) return;
    for (const userId of userIds) this.tell({ serverId, userId }, true);
    const { online, readers } = followed;
    followed.readers = null;
    for (const reader of readers ?? []) reader(online);
  }

  /** Tells the server's subscribers on this node, except the user, unless they know it. */
  tell({ serverId, userId }: Pair, online: boolean): void {
    const followed = this.#servers.get(serverId);
    if (!followed || online === followed.online.has(userId)) return;
    if (online) followed.online.add(userId);
    else followed.online.delete(userId);
    if (followed.readers === null) this.#deliver(presenceNotice({ serverId, userId }, online));
  }

  *[Symbol.iterator](): Iterator<Pair> {
    for (const [serverId, { online }] of this.#servers)
      for (const userId of online) yield { serverId, userId };
  }
}

/** The frame about a user's presence, as a notice to the server's other subscribers. */
export function presenceNotice({ serverId, userId }: Pair, online: boolean): Notice {
  const frame: TransientFrame = { type: 'presence.updated', data: { userId, online } };
  return { streamId: serverId, frame: JSON.stringify(frame), exceptUserId: userId, onlyUserIds: null };
}

const PRESENCE = /^\{"type":"presence\.updated"/;

/** Whom a notice is about, where it is one about presence; otherwise null. */
export function presencePair({ streamId, frame, exceptUserId }: Notice): Pair | null {
  return exceptUserId !== null && PRESENCE.test(frame) ? { serverId: streamId, userId: exceptUserId } : null;
}
