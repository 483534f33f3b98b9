import { findNodeIds, lockPresence, removeSomeRows } from './presence-queries.js';
import { PAIRS_MAX, type PresenceServices } from './presence-services.js';
import { presenceNotice } from './told-presence.js';

/** Removes the rows that other nodes have left behind. All living nodes do so, and each row is one's of them. */
export class DepartedNodes {
  readonly #services: PresenceServices;
  readonly #keptMs: number;
  /** When this node first saw rows of a node that does not live, on the clock of `performance`. */
  readonly #since = new Map<string, number>();

  constructor(services: PresenceServices, keptMs: number) {
    this.#services = services;
    this.#keptMs = keptMs;
  }

  /** Returns the nodes that have rows. */
  async removeRows(): Promise<ReadonlySet<string>> {
    const { db, nodes } = this.#services;
    const found = await findNodeIds(db);
    const living = nodes.others();
    for (const id of this.#since.keys()) if (!found.has(id) || living.has(id)) this.#since.delete(id);
    for (const id of found) if (id !== nodes.id && !living.has(id)) await this.#remove(id);
    return found;
  }

  async #remove(id: string): Promise<void> {
    const { db, bus, nodes } = this.#services;
    const now = performance.now();
    const since = this.#since.get(id) ?? now;
    this.#since.set(id, since);
    if (now - since < this.#keptMs) return;
    for (let removed = PAIRS_MAX; removed === PAIRS_MAX && !nodes.others().has(id); ) {
      const some = await db.transaction(async (tx) => {
        await lockPresence(tx);
        return removeSomeRows(tx, id, PAIRS_MAX);
      });
      removed = some.removed;
      for (const pair of some.last) bus.notify(presenceNotice(pair, null));
    }
  }
}
