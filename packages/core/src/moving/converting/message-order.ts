import { hash } from 'node:crypto';
import type { SpoolPlace } from './spool.js';
import { Threads } from './threads.js';

/** A message in the order in which its place shows them. */
export interface OrderedMessage extends SpoolPlace {
  /** In milliseconds since 1970. */
  readonly at: number;
  /**
   * The message of the same place that begins the thread, which comes before: the one that the message names, or, of a reply to a reply,
   * where it stands; null for none.
   */
  readonly root: 'named' | SpoolPlace | null;
  readonly isRootMissing: boolean;
}

/** The longest way from a reply to what begins its thread. Systems have none that is longer than one. */
const STEPS_MAX = 100;

/** The messages of one place, in a few numbers each: of a million that is 45 megabytes. */
export class MessageOrder {
  #count = 0;
  #at = new Float64Array(64);
  #offset = new Float64Array(64);
  #length = new Uint32Array(64);
  #id = new Float64Array(64);
  #thread = new Float64Array(64);
  #lastAt = 0;

  get count(): number {
    return this.#count;
  }

  /** The instant of the first message. */
  get first(): number {
    return this.#at
      .subarray(0, this.#count)
      .reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  }

  /** An instant of null is that of the message before. Returns the instant that the message has. */
  add(
    message: { readonly id: string; readonly threadId: string | null; readonly at: number | null },
    place: SpoolPlace,
  ): number {
    if (this.#count === this.#at.length) this.#grow();
    const { id, threadId } = message;
    const at = message.at ?? this.#lastAt;
    this.#lastAt = at;
    const isReply = threadId !== null && threadId !== id;
    const n = this.#count++;
    this.#at[n] = at;
    this.#offset[n] = place.offset;
    this.#length[n] = place.length;
    this.#id[n] = hashOf(id);
    this.#thread[n] = isReply ? hashOf(threadId) : 0;
    return at;
  }

  /** In the order of time, a reply after what begins its thread. */
  *inOrder(): Generator<OrderedMessage> {
    const threads = this.#threads();
    const order = Uint32Array.from({ length: this.#count }, (_, n) => n);
    const at = (n: number) => this.#at[n] ?? 0;
    order.sort((a, b) => at(a) - at(b) || a - b);
    const waiting = new Map<number, OrderedMessage[]>();
    for (const n of order) {
      const id = this.#id[n] ?? 0;
      const thread = this.#thread[n] ?? 0;
      const root = thread === 0 ? null : rootOf(thread, id, (one) => this.#parentOf(threads, one));
      const place = this.#placeOf(n);
      const named = root === thread ? 'named' : root;
      const message: OrderedMessage = {
        at: at(n),
        root: typeof named === 'number' ? this.#placeOf(threads.begunBy(named)) : named,
        isRootMissing: thread !== 0 && root === null,
        ...place,
      };
      if (root !== null && !threads.isWritten(root)) {
        const others = waiting.get(root);
        if (others) others.push(message);
        else waiting.set(root, [message]);
        continue;
      }
      yield message;
      if (!threads.write(id)) continue;
      yield* waiting.get(id) ?? [];
      waiting.delete(id);
    }
  }

  #placeOf(n: number): SpoolPlace {
    return { offset: this.#offset[n] ?? 0, length: this.#length[n] ?? 0 };
  }

  #threads(): Threads {
    const threads = new Threads(this.#thread.subarray(0, this.#count));
    for (let n = 0; n < this.#count; n++) threads.begin(this.#id[n] ?? 0, n);
    return threads;
  }

  /** What a message replies to itself, 0 for nothing; null where it is not there. */
  #parentOf(threads: Threads, id: number): number | null {
    const n = threads.begunBy(id);
    return n < 0 ? null : (this.#thread[n] ?? 0);
  }

  #grow(): void {
    const size = this.#at.length * 2;
    const grown = <Numbers extends Float64Array | Uint32Array>(to: Numbers, from: Numbers): Numbers => {
      to.set(from);
      return to;
    };
    this.#at = grown(new Float64Array(size), this.#at);
    this.#offset = grown(new Float64Array(size), this.#offset);
    this.#length = grown(new Uint32Array(size), this.#length);
    this.#id = grown(new Float64Array(size), this.#id);
    this.#thread = grown(new Float64Array(size), this.#thread);
  }
}

/** What begins the thread; null where it is not there, or the replies go round in a circle. */
function rootOf(thread: number, self: number, parentOf: (id: number) => number | null): number | null {
  let root = thread;
  for (let step = 0; step < STEPS_MAX; step++) {
    const parent = parentOf(root);
    if (parent === null || root === self) return null;
    if (parent === 0) return root;
    root = parent;
  }
  return null;
}

/** Of 52 bits, which a number holds exactly, and never 0. That two of a million ids have the same one happens once in 9,000 exports. */
function hashOf(id: string): number {
  const bytes = hash('sha1', id, 'buffer');
  return bytes.readUIntBE(0, 6) * 16 + (bytes.readUInt8(6) & 15) || 1;
}
