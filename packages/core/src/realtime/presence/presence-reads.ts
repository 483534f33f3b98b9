import { ONLINE_MAX } from './followed-server.js';
import { keyOf, type Pair } from './pairs.js';
import { findOnline, findPairs } from './presence-queries.js';
import { PAIRS_MAX, type PresenceServices } from './presence-services.js';
import type { ToldPresence } from './told-presence.js';

const SERVERS_MAX = 10;

/**
 * Brings what this node's subscribers are told to what the table says. Notices may be lost, and those of two nodes come in
 * any order, so a notice only says what to read. There is one read at a time: none overtakes a later one.
 */
export class PresenceReads {
  readonly #services: PresenceServices;
  readonly #told: ToldPresence;
  readonly #isHere: (pair: Pair) => boolean;
  readonly #onEmptied: () => void;
  readonly #servers = new Set<string>();
  readonly #pairs = new Map<string, Pair>();
  /** Those not found in a table that the nodes fill again. */
  readonly #held: Pair[] = [];
  #heldUntil = 0;
  #running: Promise<void> | null = null;
  #stopped = false;

  /**
   * `isHere` says whether a user is connected to this node, and so not offline whatever the table has. `onEmptied` is called
   * when the table has no row of this node.
   */
  constructor(
    services: PresenceServices,
    told: ToldPresence,
    isHere: (pair: Pair) => boolean,
    onEmptied: () => void,
  ) {
    this.#services = services;
    this.#told = told;
    this.#isHere = isHere;
    this.#onEmptied = onEmptied;
  }

  /** Reads who is online in a server. Those known to be online who are not found are read one by one. */
  server(serverId: string): void {
    this.#servers.add(serverId);
  }

  pair(pair: Pair): void {
    if (this.#told.follows(pair.serverId)) this.#pairs.set(keyOf(pair), pair);
  }

  /** Takes nobody for offline for so long: the table has been emptied, and the nodes fill it again. */
  hold(forMs: number): void {
    this.#heldUntil = performance.now() + forMs;
  }

  /** Begins the reads that wait, also those that have failed. */
  run(): void {
    if (this.#stopped) return;
    if (performance.now() >= this.#heldUntil) for (const pair of this.#held.splice(0)) this.pair(pair);
    this.#running ??= this.#work()
      .catch((err: unknown) => {
        if (!this.#stopped) this.#services.log.warn({ err }, 'Could not read who is online');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      if (this.#servers.size > 0) await this.#readServers();
      else if (this.#pairs.size > 0) await this.#readPairs();
      else return;
    }
  }

  async #readServers(): Promise<void> {
    const serverIds = firstOf(this.#servers, SERVERS_MAX);
    for (const id of serverIds) this.#servers.delete(id);
    try {
      const online = await findOnline(this.#services.db, serverIds, ONLINE_MAX);
      for (const [serverId, users] of online) {
        this.#told.know(serverId, users);
        for (const userId of this.#told.online(serverId).keys()) {
          if (!users.has(userId)) this.pair({ serverId, userId });
        }
      }
    } catch (error) {
      for (const id of serverIds) this.#servers.add(id);
      throw error;
    }
  }

  async #readPairs(): Promise<void> {
    const { db, nodes } = this.#services;
    const keys = firstOf(this.#pairs.keys(), PAIRS_MAX);
    const pairs = keys.flatMap((key) => this.#pairs.get(key) ?? []);
    for (const key of keys) this.#pairs.delete(key);
    const found = await findPairs(db, nodes.id, pairs).catch((error: unknown) => {
      for (const pair of pairs) this.pair(pair);
      throw error;
    });
    const [first] = found;
    if (first && !first.filled) this.#onEmptied();
    const held = performance.now() < this.#heldUntil;
    for (const { serverId, userId, shown } of found) {
      const pair = { serverId, userId };
      if (shown !== null) this.#told.tell(pair, shown);
      else if (held) this.#held.push(pair);
      else if (!this.#isHere(pair)) this.#told.tell(pair, null);
    }
  }
}

function firstOf<T>(items: Iterable<T>, max: number): T[] {
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length === max) break;
    taken.push(item);
  }
  return taken;
}
