import type { Bus, PlainPost } from '../bus.js';

/** Posts are kept for one to two times so long, in milliseconds: longer than a stream rests (`WaitingStreams`). */
const KEPT_MS = 2_000;
/** As many are kept at the most, of all streams together. */
const KEPT_MAX = 50_000;

/** By stream and position. */
type Posts = Map<string, Map<number, PlainPost>>;

/**
 * The plain messages that were committed a moment ago, by this node or another one. Most events are such messages, and a
 * consumer that needs no more of them than is here does not read them back from the log (docs/lab/performance.md, Where the time
 * goes). The log stays authoritative: what is not here, for whatever reason, is read from it.
 */
export class RecentPosts {
  readonly #leaveBus: ReadonlyArray<() => void>;
  #current: Posts = new Map();
  #earlier: Posts = new Map();
  #size = 0;
  #aging: NodeJS.Timeout | null = null;

  constructor(bus: Bus) {
    this.#leaveBus = [
      bus.onHint(({ streamId, seq, post }) => {
        if (this.#find(streamId, seq)) this.#forget(streamId);
        if (post) this.#add(streamId, post);
      }),
      // A hint was missed, so perhaps that of an event that has taken the position of a message (`#forget`).
      bus.onCheck(async () => this.#forgetAll()),
    ];
  }

  /** The messages at the positions after `after`, up to `until`; null where one of them is not here. */
  between(streamId: string, after: number, until: number): readonly PlainPost[] | null {
    const found: PlainPost[] = [];
    for (let seq = after + 1; seq <= until; seq++) {
      const post = this.#find(streamId, seq);
      if (!post) return null;
      found.push(post);
    }
    return found.length > 0 ? found : null;
  }

  close(): void {
    for (const leave of this.#leaveBus) leave();
    if (this.#aging) clearTimeout(this.#aging);
  }

  #find(streamId: string, seq: number): PlainPost | undefined {
    return this.#current.get(streamId)?.get(seq) ?? this.#earlier.get(streamId)?.get(seq);
  }

  /** Another event has a position of a message: the database has lost commits in a fail-over, and their positions are taken again. */
  #forget(streamId: string): void {
    this.#earlier.delete(streamId);
    this.#current.delete(streamId);
  }

  #forgetAll(): void {
    this.#earlier = new Map();
    this.#current = new Map();
  }

  #add(streamId: string, post: PlainPost): void {
    if (this.#size >= KEPT_MAX) this.#age();
    const posts = this.#current.get(streamId);
    if (posts) posts.set(post.seq, post);
    else this.#current.set(streamId, new Map([[post.seq, post]]));
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
