import type { LocalPresence, PresenceChange } from './local-presence.js';
import { type Pair, PairSet, ShownPairs } from './pairs.js';
import {
  addRows,
  findNodeIds,
  lockPresence,
  removeRows,
  removeSomeRows,
  type ShownPair,
} from './presence-queries.js';
import { PAIRS_MAX, type PresenceServices, type PresenceTimes } from './presence-services.js';
import { presenceNotice } from './told-presence.js';

/** This node's rows in the table, kept as its own connections are. */
export class OwnRows {
  readonly #services: PresenceServices;
  readonly #local: LocalPresence;
  readonly #times: PresenceTimes;
  /** Those that were in the table when it was last seen. */
  readonly #rows = new ShownPairs();
  /** Those that may be in the table or not: a write has failed, or others may have removed them. */
  readonly #uncertain = new PairSet();
  #handedOver = false;

  constructor(services: PresenceServices, local: LocalPresence, times: PresenceTimes) {
    this.#services = services;
    this.#local = local;
    this.#times = times;
  }

  /** Whether this node has put rows into the table. */
  get expected(): boolean {
    return !this.#rows.isEmpty;
  }

  /** Takes no row for certain, so that all are written or removed again. */
  forget(): void {
    for (const pair of this.#rows) {
      this.#uncertain.add(pair);
      this.#local.change(pair);
    }
    this.#rows.clear();
    for (const pair of this.#local) this.#local.change(pair);
  }

  /** Leaves from now on the rows of those who are not connected any more, as those of a node that is gone. */
  handOver(): void {
    this.#handedOver = true;
  }

  /** Writes what has changed, and tells all nodes who is online first here, or was online last here. */
  async write(): Promise<void> {
    const before = performance.now() - this.#times.offline;
    const due = this.#local.changes().filter((change) => !this.#isSettled(change, before));
    for (let at = 0; at < due.length; at += PAIRS_MAX) {
      if (!(await this.#writeSome(due.slice(at, at + PAIRS_MAX)))) return this.forget();
    }
  }

  /** Removes all rows of this node, which is alone now. */
  async remove(): Promise<void> {
    const { db, nodes } = this.#services;
    this.#rows.clear();
    this.#uncertain.clear();
    while ((await removeSomeRows(db, nodes.id, PAIRS_MAX)).removed === PAIRS_MAX);
  }

  /** Settles a change that needs no row, and keeps one that is to wait. Returns whether there is nothing to write. */
  #isSettled(change: PresenceChange, before: number): boolean {
    const here = this.#local.shown(change);
    const isWritten = here === this.#rows.get(change) && !this.#uncertain.has(change);
    if (!isWritten) return here === null && (this.#handedOver || change.at > before);
    this.#local.settle(change);
    return true;
  }

  /** Returns false, and writes nothing, where a crash of Postgres has emptied the table. */
  async #writeSome(changes: readonly PresenceChange[]): Promise<boolean> {
    const { bus } = this.#services;
    const came = changes.flatMap(({ serverId, userId }) => {
      const shown = this.#local.shown({ serverId, userId });
      return shown === null ? [] : [{ serverId, userId, shown }];
    });
    const left = changes.filter((pair) => this.#local.shown(pair) === null);
    for (const pair of changes) this.#uncertain.add(pair);
    for (const pair of left) this.#rows.delete(pair);
    const told = await this.#replace(came, left);
    if (told === null) return false;
    for (const { shown, ...pair } of came) this.#rows.set(pair, shown);
    for (const change of changes) {
      this.#uncertain.delete(change);
      this.#local.settle(change);
    }
    for (const pair of told) bus.notify(presenceNotice(pair, this.#local.shown(pair)));
    return true;
  }

  /** Returns those of whom the other nodes may be told something new. */
  async #replace(came: readonly ShownPair[], left: readonly Pair[]): Promise<readonly Pair[] | null> {
    const { db, nodes } = this.#services;
    return await db.transaction(async (tx) => {
      await lockPresence(tx);
      if (this.expected && !(await findNodeIds(tx)).has(nodes.id)) return null;
      const shown = came.length > 0 ? await addRows(tx, nodes.id, came) : [];
      const gone = left.length > 0 ? await removeRows(tx, nodes.id, left) : [];
      return [...shown, ...gone];
    });
  }
}
