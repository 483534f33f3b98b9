import { hash } from 'node:crypto';
import { NumberTable } from './number-table.js';
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

/** The messages of one place, in a few numbers each: of a million that is 40 megabytes. */
export class MessageOrder {
  readonly #messages = new NumberTable(['at', 'offset', 'length', 'id', 'thread']);
  #first = Number.POSITIVE_INFINITY;
  #lastAt = 0;

  get count(): number {
    return this.#messages.count;
  }

  /** The instant of the first message. */
  get first(): number {
    return this.#first;
  }

  /** An instant of null is that of the message before. Returns the instant that the message has. */
  add(
    message: { readonly id: string; readonly threadId: string | null; readonly at: number | null },
    { offset, length }: SpoolPlace,
  ): number {
    const { id, threadId } = message;
    const at = message.at ?? this.#lastAt;
    this.#lastAt = at;
    this.#first = Math.min(this.#first, at);
    const isReply = threadId !== null && threadId !== id;
    const thread = isReply ? hashOf(threadId) : 0;
    this.#messages.add({ at, offset, length, id: hashOf(id), thread });
    return at;
  }

  /** In the order of time, a reply after what begins its thread. */
  *inOrder(): Generator<OrderedMessage> {
    const threads = this.#threads();
    const instants = this.#messages.column('at');
    const at = (n: number) => instants[n] ?? 0;
    const order = Uint32Array.from(instants, (_, n) => n);
    order.sort((a, b) => at(a) - at(b) || a - b);
    const waiting = new Map<number, OrderedMessage[]>();
    for (const n of order) {
      const id = this.#messages.get(n, 'id');
      const thread = this.#messages.get(n, 'thread');
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
    return { offset: this.#messages.get(n, 'offset'), length: this.#messages.get(n, 'length') };
  }

  #threads(): Threads {
    const threads = new Threads(this.#messages.column('thread'));
    for (let n = 0; n < this.count; n++) threads.begin(this.#messages.get(n, 'id'), n);
    return threads;
  }

  /** What a message replies to itself, 0 for nothing; null where it is not there. */
  #parentOf(threads: Threads, id: number): number | null {
    const n = threads.begunBy(id);
    return n < 0 ? null : this.#messages.get(n, 'thread');
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
