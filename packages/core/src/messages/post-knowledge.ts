import { LRUCache } from 'lru-cache';
import type { Standing } from '../channels/permissions.js';
import { atMost } from '../kernel/concurrency/at-most.js';
import { iso } from '../kernel/sql/instant.js';
import type { Hint } from '../log/bus.js';
import type { StreamKind } from '../protocol/events/row.js';
import type { User } from '../protocol/records/user.js';
import { toUser } from '../users/record.js';
import { changedPosters, subjectOf } from './changed-posters.js';
import type { PostContext } from './post-context.js';

/** As many authors in channels are remembered, and as many positions of streams. */
const REMEMBERED_MAX = 20_000;

/** How far a channel's log reached, and when its last event was made (ISO 8601). */
export interface ChannelHead {
  readonly seq: number;
  readonly at: string;
}

/** A stream that must not have moved for a decision to be true, other than by events that change nothing for the people whom it is about. */
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

/**
 * A channel; what was read of people by it is true up to its head, as far as is known here. A head is replaced and never
 * changed, and so is a guard: who decides about a post by it may wait for something before the write.
 */
interface KnownChannel {
  head: ChannelHead;
}

/** The stream of an author or of a server; the same holds of it. */
interface KnownGuard {
  readonly kind: StreamKind;
  at: Guard;
}

interface KnownPoster extends Omit<Poster, 'head' | 'guards'> {
  readonly channel: KnownChannel;
  readonly guards: readonly KnownGuard[];
}

/**
 * What has been read about who may post where. Whatever changes it is an event in one of three streams: the channel's
 * (who is in it, whether it is archived or gone, a block), its server's (roles, the server's end) or the author's own (the
 * profile). The table of events says which of them do (`changed-posters.ts`). So what was read is true as long as there is
 * none of these, which the write asks (`writePosts`); hints of this node only spare a write in vain.
 */
export class PostKnowledge {
  readonly #channels = new LRUCache<string, KnownChannel>(atMost(REMEMBERED_MAX));
  readonly #posters = new LRUCache<string, KnownPoster>(atMost(REMEMBERED_MAX));
  readonly #guards = new LRUCache<string, KnownGuard>(atMost(2 * REMEMBERED_MAX));

  /** What is known, as far as this node knows of no change; null where it has to be read. */
  find(channelId: string, userId: string): Poster | null {
    const poster = this.#posters.get(nameOf(channelId, userId));
    if (!poster || poster.channel !== this.#channels.get(channelId)) return null;
    if (!poster.guards.every((guard) => this.#guards.get(guard.at.streamId) === guard)) return null;
    const { standing, serverId, author, guards, channel } = poster;
    return { standing, serverId, author, guards: guards.map(({ at }) => at), head: channel.head };
  }

  /** Takes in what was read of these authors and channels, at one instant. */
  learn({ heads, standings, authors }: PostContext): void {
    for (const { id, seq, at } of heads) {
      // Of events that were appended meanwhile, the write finds out whether they change who may post: where other nodes post
      // to the channel there are some at almost every read, and they make nothing void of what is known of its people.
      const known = this.#channels.get(id);
      if (!known || known.head.seq > seq) this.#channels.set(id, { head: { seq, at: iso(at) } });
    }
    const users = new Map(authors.map(({ seq, ...author }) => [author.id, { seq, author: toUser(author) }]));
    for (const { id, userId, serverId, serverSeq, ...standing } of standings) {
      const channel = this.#channels.get(id);
      const user = users.get(userId);
      if (!channel || !user) throw new Error('a living channel has a log, and who is signed in an account');
      const guards = [this.#guardAt('user', userId, user.seq)];
      if (serverId !== null && serverSeq !== null) guards.push(this.#guardAt('server', serverId, serverSeq));
      this.#posters.set(nameOf(id, userId), { standing, serverId, author: user.author, guards, channel });
    }
  }

  /** The guard of a stream that has just been read. What was read at another position of it is void. */
  #guardAt(kind: StreamKind, streamId: string, seq: number): KnownGuard {
    const known = this.#guards.get(streamId);
    if (known?.at.seq === seq) return known;
    const guard = { kind, at: { streamId, seq } };
    this.#guards.set(streamId, guard);
    return guard;
  }

  /** Messages were written to a channel, after nothing since `known` that changes who may post. */
  advance(channelId: string, known: number, to: ChannelHead): void {
    const channel = this.#channels.get(channelId);
    if (channel?.head.seq === known) channel.head = to;
  }

  /** What was read is true up to a later position of a guard, as a write has found. */
  guarded({ streamId, seq }: Guard, to: number): void {
    const guard = this.#guards.get(streamId);
    if (guard?.at.seq === seq) guard.at = { streamId, seq: to };
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
    const known = channel?.head.seq ?? guard?.at.seq;
    if (known === undefined || known >= seq) return;
    if (frame === null) {
      if (!channel) this.forget(streamId);
      return;
    }
    const changed = changedPosters(guard?.kind ?? 'channel', frame);
    if (changed !== 'nobody') this.forget(changed === 'everybody' ? streamId : subjectOf(frame));
    // Where one was missed, the next write finds out (`guarded`, `advance`).
    if (changed === 'everybody' || seq !== known + 1) return;
    if (channel) channel.head = { seq, at: channel.head.at };
    if (guard) guard.at = { streamId, seq };
  }
}

function nameOf(channelId: string, userId: string): string {
  return `${channelId} ${userId}`;
}
