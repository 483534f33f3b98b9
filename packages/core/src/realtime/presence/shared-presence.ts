import { DepartedNodes } from './departed-nodes.js';
import type { LocalPresence } from './local-presence.js';
import { OwnRows } from './own-rows.js';
import type { Pair } from './pairs.js';
import { PresenceReads } from './presence-reads.js';
import type { PresenceServices, PresenceTimes } from './presence-services.js';
import type { ToldPresence } from './told-presence.js';

/** Presence as the union over all nodes, kept in the table `presence`. */
export class SharedPresence {
  readonly #services: PresenceServices;
  readonly #times: PresenceTimes;
  readonly #told: ToldPresence;
  readonly #own: OwnRows;
  readonly #departed: DepartedNodes;
  readonly #reads: PresenceReads;
  #servers: Iterator<string, undefined>;
  /** When this node last found its rows in the table, on the clock of `performance`. */
  #seenAt = performance.now();

  /** The node's connections so far are still to be written, and those of other nodes to be read. */
  constructor(services: PresenceServices, local: LocalPresence, told: ToldPresence, times: PresenceTimes) {
    this.#services = services;
    this.#times = times;
    this.#told = told;
    this.#own = new OwnRows(services, local, times);
    this.#departed = new DepartedNodes(services, times.gone);
    this.#reads = new PresenceReads(
      services,
      told,
      (pair) => local.shown(pair) !== null,
      () => this.#fillAgain(),
    );
    this.#servers = told.serverIds();
    this.#own.forget();
    this.readAll();
  }

  /** Reads again who is online in every server that anybody on this node follows, as after lost notices. */
  readAll(): void {
    for (const serverId of this.#told.serverIds()) this.#reads.server(serverId);
    this.#reads.run();
  }

  readServer(serverId: string): void {
    this.#reads.server(serverId);
    this.#reads.run();
  }

  readPair(pair: Pair): void {
    this.#reads.pair(pair);
    this.#reads.run();
  }

  handOver(): void {
    this.#own.handOver();
  }

  /** Returns whether this node is alone, and nothing is left of the others. */
  async tick(): Promise<boolean> {
    const { nodes } = this.#services;
    const withRows = await this.#departed.removeRows();
    if (performance.now() - this.#seenAt > this.#times.unseen) this.#own.forget();
    else if (!withRows.has(nodes.id)) this.#fillAgain();
    await this.#own.write();
    this.#continueRound();
    this.#seenAt = performance.now();
    return nodes.others().size === 0 && [...withRows].every((id) => id === nodes.id);
  }

  /** Takes the node's rows out of the table. */
  async leave(): Promise<void> {
    await this.#own.remove();
    await this.stop();
  }

  /** Leaves the rows: the other nodes keep their users online until they have had time to connect there. */
  async stop(): Promise<void> {
    await this.#reads.stop();
  }

  /** A crash of Postgres has emptied the table, and every node writes its rows again. */
  #fillAgain(): void {
    if (!this.#own.expected) return;
    this.#own.forget();
    this.#reads.hold(this.#times.gone);
  }

  /** Finds what no notice told, as where a node was killed between a commit and its notice. */
  #continueRound(): void {
    const { tick, round } = this.#times;
    for (let rest = Math.ceil((this.#told.size * tick) / round); rest > 0; rest--) {
      const { value } = this.#servers.next();
      if (value === undefined) this.#servers = this.#told.serverIds();
      else this.#reads.server(value);
    }
    this.#reads.run();
  }
}
