import { LRUCache } from 'lru-cache';
import type { Standing } from '../channels/permissions.js';
import { iso } from '../kernel/sql/instant.js';
import type { Hint } from '../log/bus.js';
import type { User } from '../protocol/records/user.js';
import { toUser } from '../users/record.js';
import type { PostContext } from './post-context.js';

/** As many authors in channels are remembered, and as many positions of streams. */
const REMEMBERED_MAX = 20_000;

/**
 * What the frames of events begin with that change nothing about who may post what, as a regular expression of JavaScript
 * and of Postgres. The deletion of a message is none of them: nobody may reply to it then.
 */
export const HARMLESS_FRAME = String.raw`^\{"type":"(message\.(created|updated|pinned|unpinned|saved|unsaved)|reaction\.(added|removed)|notification\.(created|updated|read|deleted)|(preference|read)\.updated)"`;
const harmless = new RegExp(HARMLESS_FRAME);

/** How far a channel's log reached, and when its last event was made (ISO 8601). */
export interface ChannelHead {
  readonly seq: number;
  readonly at: string;
}

/** A stream that must not have moved for a decision to be true, other than by harmless events. */
export interface Guard {
  readonly streamId: string;
  readonly seq: number;
}

/** What is known of someone who posts in a channel. */
export interface Poster {
  readonly standing: Standing;
  readonly serverId: string | null;
  readonly author: User;
  readonly head: ChannelHead;
  readonly guards: readonly Guard[];
}

/** A channel; as far as is known here, only harmless events were appended to its log since it was read. */
interface KnownChannel {
  head: ChannelHead;
}

/** The stream of an author or of a server; the same holds of it. */
interface KnownGuard {
  readonly streamId: string;
  seq: number;
}

interface KnownPoster extends Omit<Poster, 'head' | 'guards'> {
  readonly channel: KnownChannel;
  readonly guards: readonly KnownGuard[];
}

/**
 * What has been read about who may post where. Whatever changes it is an event in one of three streams: the channel's
 * (who is in it, whether it is archived or gone, a block), its server's (roles, the server's end) or the author's own (the
 * profile). So what was read is true as long as none of them has moved, which the write asks (`writePosts`); hints of
 * this node only spare a write in vain.
 */
export class PostKnowledge {
  readonly #channels: LRUCache<string, KnownChannel>;
  readonly #posters: LRUCache<string, KnownPoster>;
  readonly #guards: LRUCache<string, KnownGuard>;

  /** Remembers `max` authors in channels. The room is taken at once, so for a single batch it must be small. */
  constructor(max = REMEMBERED_MAX) {
    this.#channels = new LRUCache({ max });
    this.#posters = new LRUCache({ max });
    this.#guards = new LRUCache({ max: 2 * max });
  }

  /** What is known, as far as this node knows of no change; null where it has to be read. */
  find(channelId: string, userId: string): Poster | null {
    const poster = this.#posters.get(nameOf(channelId, userId));
    if (!poster || poster.channel !== this.#channels.get(channelId)) return null;
    if (!poster.guards.every((guard) => this.#guards.get(guard.streamId) === guard)) return null;
    const { standing, serverId, author, guards, channel } = poster;
    return { standing, serverId, author, guards, head: channel.head };
  }

  /** Takes in what was read of these authors and channels, at one instant. */
  learn({ heads, standings, authors }: PostContext): void {
    for (const { id, seq, at } of heads) {
      // Of events that were appended meanwhile, the write finds out whether they are harmless: where other nodes post to the
      // channel there are some at almost every read, and they make nothing void of what is known of the channel's people.
      const known = this.#channels.get(id);
      if (!known || known.head.seq > seq) this.#channels.set(id, { head: { seq, at: iso(at) } });
    }
    const users = new Map(authors.map(({ seq, ...author }) => [author.id, { seq, author: toUser(author) }]));
    for (const { id, userId, serverId, serverSeq, ...standing } of standings) {
      const channel = this.#channels.get(id);
      const user = users.get(userId);
      if (!channel || !user) throw new Error('a living channel has a log, and who is signed in an account');
      const guards = [this.#guardAt(userId, user.seq)];
      if (serverId !== null && serverSeq !== null) guards.push(this.#guardAt(serverId, serverSeq));
      this.#posters.set(nameOf(id, userId), { standing, serverId, author: user.author, guards, channel });
    }
  }

  /** The guard of a stream that has just been read. What was read at another position of it is void. */
  #guardAt(streamId: string, seq: number): KnownGuard {
    const known = this.#guards.get(streamId);
    if (known?.seq === seq) return known;
    const guard = { streamId, seq };
    this.#guards.set(streamId, guard);
    return guard;
  }

  /** Messages were written to a channel, after nothing but harmless events since `known`. */
  advance(channelId: string, known: number, to: ChannelHead): void {
    const channel = this.#channels.get(channelId);
    if (channel?.head.seq === known) channel.head = to;
  }

  /** What was read is true up to a later position of a guard, as a write has found. */
  guarded(streamId: string, seq: number): void {
    const guard = this.#guards.get(streamId);
    if (guard && guard.seq < seq) guard.seq = seq;
  }

  /** Forgets what depends on a stream. */
  forget(streamId: string): void {
    this.#channels.delete(streamId);
    this.#guards.delete(streamId);
  }

  /** Somebody has written to a stream. */
  onHint({ streamId, seq, frame }: Hint): void {
    const channel = this.#channels.get(streamId);
    const guard = this.#guards.get(streamId);
    const known = channel?.head.seq ?? guard?.seq;
    if (known === undefined || known >= seq) return;
    if (frame === null ? !channel : !harmless.test(frame)) this.forget(streamId);
    // Where one was missed, the next write finds out (`guarded`, `advance`).
    else if (seq === known + 1 && frame !== null) {
      if (channel) channel.head = { seq, at: channel.head.at };
      if (guard) guard.seq = seq;
    }
  }
}

function nameOf(channelId: string, userId: string): string {
  return `${channelId} ${userId}`;
}
