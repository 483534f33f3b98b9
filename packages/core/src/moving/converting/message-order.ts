import { hash } from 'node:crypto';
import type { SpoolPlace } from './spool.js';

/** A message in the order in which its place shows them. */
export interface OrderedMessage extends SpoolPlace {
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The message of the same place that begins the thread, which comes before; null for none. */
  readonly rootId: string | null;
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
  /** The ids of what replies name, by their hashes. */
  readonly #named = new Map<number, string>();
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
    if (isReply) this.#named.set(hashOf(threadId), threadId);
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
    const parents = this.#parents();
    const order = Uint32Array.from({ length: this.#count }, (_, n) => n);
    const at = (n: number) => this.#at[n] ?? 0;
    order.sort((a, b) => at(a) - at(b) || a - b);
    const written = new Set<number>();
    const waiting = new Map<number, OrderedMessage[]>();
    for (const n of order) {
      const id = this.#id[n] ?? 0;
      const thread = this.#thread[n] ?? 0;
      const root = thread === 0 ? null : rootOf(thread, id, parents);
      const rootId = root === null ? null : (this.#named.get(root) ?? null);
      const place = { offset: this.#offset[n] ?? 0, length: this.#length[n] ?? 0 };
      const message = { at: at(n), rootId, isRootMissing: thread !== 0 && root === null, ...place };
      if (root !== null && !written.has(root)) {
        const others = waiting.get(root);
        if (others) others.push(message);
        else waiting.set(root, [message]);
        continue;
      }
      yield message;
      if (!this.#named.has(id) || written.has(id)) continue;
      written.add(id);
      yield* waiting.get(id) ?? [];
      waiting.delete(id);
    }
  }

  /** Of what replies name and is there: what it replies to itself, or 0. */
  #parents(): ReadonlyMap<number, number> {
    const parents = new Map<number, number>();
    for (let n = 0; n < this.#count; n++) {
      const id = this.#id[n] ?? 0;
      if (this.#named.has(id) && !parents.has(id)) parents.set(id, this.#thread[n] ?? 0);
    }
    return parents;
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
function rootOf(thread: number, self: number, parents: ReadonlyMap<number, number>): number | null {
  let root = thread;
  for (let step = 0; step < STEPS_MAX; step++) {
    const parent = parents.get(root);
    if (parent === undefined || root === self) return null;
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
