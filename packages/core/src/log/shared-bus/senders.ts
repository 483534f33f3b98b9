import { LRUCache } from 'lru-cache';

/** More nodes than run on one database; each start of a process is a new one. */
const SENDERS_MAX = 1_000;

/** The last message of each node that was heard. */
export class Senders {
  readonly #last = new LRUCache<string, number>({ max: SENDERS_MAX });

  /** Notes a message. Returns whether it follows on the ones before, so that none of this node was missed. */
  note(nodeId: string, number: number): boolean {
    const last = this.#last.get(nodeId) ?? 0;
    if (number > last) this.#last.set(nodeId, number);
    return number <= last + 1;
  }
}
