import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/concurrency/at-most.js';
import type { Hint } from '../../log/bus.js';
import type { StreamVersion } from '../../log/snapshot.js';
import type { Posters, StreamKind } from '../../protocol/events/row.js';
import { type EventTypeWhere, framesOf, typesWhere } from '../../protocol/events/table.js';
import { eventIn } from '../../protocol/events.js';
import type { Poster } from './read.js';

/** As many authors in channels are remembered. */
const POSTERS_MAX = 20_000;
/** As many channels, authors and servers. */
const STREAMS_MAX = 3 * POSTERS_MAX;

/** A version is replaced and never changed: who decides about a post by it may wait for something before the write. */
interface CachedStream {
  version: StreamVersion;
}

interface CachedPoster extends Omit<Poster, 'channel' | 'others'> {
  readonly channel: CachedStream;
  readonly others: readonly CachedStream[];
}

/**
 * What has been read about who may post where. Whatever changes it is an event in one of three streams: the channel's
 * (who is in it, whether it is archived or gone, a block), its server's (roles, the server's end) or the author's own (the
 * profile). The table of events says which of them do (`changedPosters`). So what was read is true as long as there is
 * none of these, which the write asks (`write.ts`); hints of this node only spare a write in vain.
 */
export class PosterCache {
  readonly #streams = new LRUCache<string, CachedStream>(atMost(STREAMS_MAX));
  readonly #posters = new LRUCache<string, CachedPoster>(atMost(POSTERS_MAX));

  /** What is known, as far as this node knows of no change; null where it has to be read. */
  find(channelId: string, userId: string): Poster | null {
    const cached = this.#posters.get(nameOf(channelId, userId));
    if (!cached || !this.#isCurrent(cached.channel) || !cached.others.every((one) => this.#isCurrent(one)))
      return null;
    const { standing, serverId, author, channel, others } = cached;
    return {
      standing,
      serverId,
      author,
      channel: channel.version,
      others: others.map(({ version }) => version),
    };
  }

  #isCurrent(stream: CachedStream): boolean {
    return this.#streams.get(stream.version.id) === stream;
  }

  store(channelId: string, userId: string, { channel, others, ...poster }: Poster): void {
    this.#posters.set(nameOf(channelId, userId), {
      ...poster,
      channel: this.#streamAt(channel),
      others: others.map((version) => this.#streamAt(version)),
    });
  }

  /**
   * Keeps what was read beside other work, unless one of its streams is known at a later version: kept, it would make void all that is
   * known by that stream, with each read that a post overtakes.
   */
  storeUnlessBehind(channelId: string, userId: string, poster: Poster): void {
    const isBehind = [poster.channel, ...poster.others].some(({ id, seq }) => {
      const known = this.#streams.get(id);
      return known !== undefined && known.version.seq > seq;
    });
    if (!isBehind) this.store(channelId, userId, poster);
  }

  /**
   * What was read at a later version is kept as if it were read at the earlier one, from which the next write compares.
   * What was read at a later one than this is void.
   */
  #streamAt(version: StreamVersion): CachedStream {
    const known = this.#streams.get(version.id);
    if (known && known.version.seq <= version.seq) return known;
    const stream = { version };
    this.#streams.set(version.id, stream);
    return stream;
  }

  /** What was read is true up to a later position of a stream, as a write has found. */
  advance({ id, seq }: StreamVersion, to: Pick<StreamVersion, 'seq' | 'at'>): void {
    const stream = this.#streams.get(id);
    if (stream?.version.seq === seq)
      stream.version = { id, kind: stream.version.kind, seq: to.seq, at: to.at };
  }

  /** Forgets what depends on a stream. */
  forget(streamId: string): void {
    this.#streams.delete(streamId);
  }

  /** Somebody has written to a stream. */
  onHint({ streamId, seq, frame }: Hint): void {
    const version = this.#streams.get(streamId)?.version;
    if (!version || version.seq >= seq || frame === null) return;
    const changed = changedPosters(version.kind, frame);
    if (changed !== 'nobody') this.forget(changed === 'everybody' ? streamId : subjectOf(frame));
    // Where one was missed, the next write finds out.
    if (changed !== 'everybody' && seq === version.seq + 1) this.advance(version, { seq, at: version.at });
  }
}

function nameOf(channelId: string, userId: string): string {
  return `${channelId} ${userId}`;
}

const typesIn = (kind: StreamKind, posters: Posters) =>
  typesWhere(({ streams }) => streams[kind] === posters);

const framesIn = (kind: StreamKind) => ({
  nobody: framesOf(typesIn(kind, 'nobody')),
  subject: framesOf(typesIn(kind, 'subject')),
});
const FRAMES = { channel: framesIn('channel'), server: framesIn('server'), user: framesIn('user') };

/** For whom the event of a frame changes what decides about posts. Of one that only a newer node knows nobody can tell. */
export function changedPosters(kind: StreamKind, frame: string): Posters {
  const { nobody, subject } = FRAMES[kind];
  if (nobody.test(frame)) return 'nobody';
  return subject.test(frame) ? 'subject' : 'everybody';
}

type AboutSubject = EventTypeWhere<
  | { readonly streams: { readonly channel: 'subject' } }
  | { readonly streams: { readonly server: 'subject' } }
  | { readonly streams: { readonly user: 'subject' } }
>;

/** Whom the event of a frame is about, where it changes this for one person. */
export function subjectOf(frame: string): string {
  return eventIn<AboutSubject>(frame).data.userId;
}

/** The same as a condition of Postgres: whether an event of a stream of this kind changes it for nobody. */
export function changesNobody(kind: StreamKind): string {
  // A frame begins with its type. A regular expression takes ten times as long.
  return `split_part(frame, '"', 4) = any('{${typesIn(kind, 'nobody').join()}}'::text[])`;
}

/** A log that is further ahead of what was read has to be read again. */
const EVENTS_COMPARED_MAX = 1_000;

/**
 * Whether a stream has got nothing since `known` but what changes nobody's right to post: that many events are counted, and as
 * positions are dense, an event that this statement cannot see shows as one too few.
 */
export const holds = (known: string): string => `(head.last_seq = ${known}.seq or (
    head.last_seq - ${known}.seq <= ${EVENTS_COMPARED_MAX} and head.last_seq - ${known}.seq = (
      select count(*) from events
      where stream_id = head.id and seq > ${known}.seq and seq <= head.last_seq and created_at >= ${known}.at
        and case head.kind when 'channel' then ${changesNobody('channel')}
          when 'server' then ${changesNobody('server')} else ${changesNobody('user')} end)))`;
