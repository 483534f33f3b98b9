import type { Bus, PlainPost } from '../bus.js';

/** Posts are kept for one to two times so long, in milliseconds: longer than a stream rests (`WaitingStreams`). */
const KEPT_MS = 2_000;
/** As many are kept at the most, of all streams together. */
const KEPT_MAX = 50_000;

/**
 * The plain messages that this node has committed a moment ago. Most events are such messages, and a consumer that needs no
 * more of them than is here does not read them back from the log (docs/performance.md, Where the time goes). The log stays
 * authoritative: what is not here, for whatever reason, is read from it.
 */
export class RecentPosts {
  readonly #leaveBus: () => void;
  /** By stream, at positions without a gap. */
  #current = new Map<string, PlainPost[]>();
  #earlier = new Map<string, PlainPost[]>();
  #size = 0;
  #aging: NodeJS.Timeout | null = null;

  constructor(bus: Bus) {
    this.#leaveBus = bus.onHint(({ streamId, seq, post }) => {
      if (this.#holds(streamId, seq)) this.#forget(streamId);
      if (post) this.#add(streamId, post);
    });
  }

  /** The messages at the positions after `after`, up to `until`; null where one of them is not here. */
  between(streamId: string, after: number, until: number): readonly PlainPost[] | null {
    const found: PlainPost[] = [];
    for (const kept of [this.#earlier, this.#current]) {
      const posts = kept.get(streamId) ?? [];
      const next = after + found.length + 1;
      const first = posts[0]?.seq ?? next;
      if (first <= next) found.push(...posts.slice(next - first, until + 1 - first));
    }
    return found.length > 0 && found.length === until - after ? found : null;
  }

  close(): void {
    this.#leaveBus();
    if (this.#aging) clearTimeout(this.#aging);
  }

  #holds(streamId: string, seq: number): boolean {
    return hasPosition(this.#earlier.get(streamId), seq) || hasPosition(this.#current.get(streamId), seq);
  }

  /** Another event has a position of a message: the database has lost commits in a fail-over, and their positions are taken again. */
  #forget(streamId: string): void {
    this.#earlier.delete(streamId);
    this.#current.delete(streamId);
  }

  #add(streamId: string, post: PlainPost): void {
    if (this.#size >= KEPT_MAX) this.#age();
    const posts = this.#current.get(streamId);
    const last = posts?.at(-1);
    if (posts && last?.seq === post.seq - 1) posts.push(post);
    // Another event came between, or hints came out of order.
    else this.#current.set(streamId, [post]);
    this.#size++;
    this.#aging ??= setTimeout(() => this.#age(), KEPT_MS).unref();
  }

  #age(): void {
    if (this.#aging) clearTimeout(this.#aging);
    this.#earlier = this.#current;
    this.#current = new Map();
    this.#aging = this.#size > 0 ? setTimeout(() => this.#age(), KEPT_MS).unref() : null;
    this.#size = 0;
  }
}

function hasPosition(posts: readonly PlainPost[] | undefined, seq: number): boolean {
  const first = posts?.[0];
  return posts !== undefined && first !== undefined && seq >= first.seq && seq < first.seq + posts.length;
}
