import { LRUCache } from 'lru-cache';
import type { Standing } from '../channels/permissions.js';
import { iso } from '../kernel/sql/instant.js';
import type { Hint } from '../log/bus.js';
import type { User } from '../protocol/records/user.js';
import { toUser } from '../users/record.js';
import type { PostContext } from './post-context.js';

/** As many authors in channels are remembered, and as many positions of streams. */
const REMEMBERED_MAX = 20_000;

/** How far a channel's log reached, and when its last event was made (ISO 8601). */
export interface ChannelHead {
  readonly seq: number;
  readonly at: string;
}

/** A stream that must not have moved for a decision to be true. */
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

/** A channel without any event since it was read but the messages written from here. */
interface KnownChannel {
  head: ChannelHead;
}

interface KnownPoster extends Omit<Poster, 'head'> {
  readonly channel: KnownChannel;
}

/**
 * What has been read about who may post where. Whatever changes it is an event in one of three streams: the channel's
 * (who is in it, whether it is archived or gone), its server's (roles, the server's end) or the author's own (the
 * profile). So what was read is true as long as none of them has moved, which the write asks (`writePosts`); hints of
 * this node only spare a write in vain.
 */
export class PostKnowledge {
  readonly #channels = new LRUCache<string, KnownChannel>({ max: REMEMBERED_MAX });
  readonly #posters = new LRUCache<string, KnownPoster>({ max: REMEMBERED_MAX });
  readonly #positions = new LRUCache<string, number>({ max: REMEMBERED_MAX });

  /** What is known, as far as this node knows of no change; null where it has to be read. */
  find(channelId: string, userId: string): Poster | null {
    const poster = this.#posters.get(nameOf(channelId, userId));
    if (!poster || poster.channel !== this.#channels.get(channelId)) return null;
    if (!poster.guards.every(({ streamId, seq }) => this.#positions.get(streamId) === seq)) return null;
    const { standing, serverId, author, guards, channel } = poster;
    return { standing, serverId, author, guards, head: channel.head };
  }

  /** Takes in what was read of these authors and channels, at one instant. */
  learn({ heads, standings, authors }: PostContext): void {
    for (const { id, seq, at } of heads) {
      // Where events were appended that are not known here, what was known of the channel's people is void.
      if (this.#channels.get(id)?.head.seq !== seq) this.#channels.set(id, { head: { seq, at: iso(at) } });
    }
    const users = new Map(authors.map(({ seq, ...author }) => [author.id, { seq, author: toUser(author) }]));
    for (const { id, userId, serverId, serverSeq, ...standing } of standings) {
      const channel = this.#channels.get(id);
      const user = users.get(userId);
      if (!channel || !user) throw new Error('a living channel has a log, and who is signed in an account');
      const guards = [{ streamId: userId, seq: user.seq }];
      if (serverId !== null && serverSeq !== null) guards.push({ streamId: serverId, seq: serverSeq });
      for (const { streamId, seq } of guards) this.#positions.set(streamId, seq);
      this.#posters.set(nameOf(id, userId), { standing, serverId, author: user.author, guards, channel });
    }
  }

  /** Messages were written to a channel whose head was `from`. They change nothing about who may post. */
  advance(channelId: string, from: number, to: ChannelHead): void {
    const channel = this.#channels.get(channelId);
    if (channel?.head.seq === from) channel.head = to;
  }

  /** Forgets what depends on a stream. */
  forget(streamId: string): void {
    this.#channels.delete(streamId);
    this.#positions.delete(streamId);
  }

  /** Somebody has written to a stream. */
  onHint({ streamId, seq }: Hint): void {
    const known = this.#channels.get(streamId)?.head.seq ?? this.#positions.get(streamId);
    if (known !== undefined && known < seq) this.forget(streamId);
  }
}

function nameOf(channelId: string, userId: string): string {
  return `${channelId} ${userId}`;
}
