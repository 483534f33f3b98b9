import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database, Queryable, Transaction } from '@palaver/db';
import type { Log } from '../kernel/services/logger.js';
import type { Nodes } from '../kernel/services/nodes.js';
import { type LivingNode, lockJoining, removeNode, showNode } from './living-nodes.js';
import { type NodeSetup, NodeSetupError, requireSameSetup } from './setup.js';

/** How often a node writes its row, in milliseconds. */
const EVERY_MS = 1_000;
/** So long a node that was known before a failure counts as living, for it to write its row again. */
const GRACE_MS = 5_000;
/** How long `leave` waits for the database, in milliseconds. */
const LEAVE_WITHIN_MS = 1_000;

export interface RegistryOptions {
  /** Best with a connection of its own: a node whose pool is busy must not be taken for dead. */
  readonly db: Database;
  readonly log: Log;
  /** Of this program. */
  readonly version: string;
  readonly setup: NodeSetup;
  readonly everyMs?: number;
}

/**
 * The registry of the nodes on a database, with a row for each. It writes this node's row each second. Who lives is
 * judged by the clock of the database. While that cannot be reached, the others that were known last count as living.
 */
export class Registry implements Nodes {
  readonly id = randomUUID();
  readonly #options: RegistryOptions;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #others: readonly LivingNode[] = [];
  #ids: ReadonlySet<string> = new Set();
  #draining = false;
  #showing: Promise<void> | null = null;
  #failed = false;
  /** Until then nobody is taken for dead, on the clock of `performance`. */
  #graceUntil = 0;

  private constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Writes the row of a new node, and reads the others. Throws `NodeSetupError` where it has another setup than they. */
  static async join(options: RegistryOptions): Promise<Registry> {
    const registry = new Registry(options);
    await registry.#showOnce(true);
    // Not before: a node that is refused would have written its row meanwhile.
    registry.#timer = setInterval(() => void registry.#show(), options.everyMs ?? EVERY_MS).unref();
    return registry;
  }

  others(): ReadonlySet<string> {
    return this.#ids;
  }

  /** The same with their versions, and which of them drain. */
  living(): readonly LivingNode[] {
    return this.#others;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the other nodes that this one stops: they read it within a second. */
  async setDraining(): Promise<void> {
    this.#draining = true;
    // The row that is being written may not have it yet.
    await this.#showing;
    await this.#show();
  }

  /** Removes this node's row. The others see that within a second; without a database, after five. */
  async leave(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([this.#removeRow(), setTimeout(LEAVE_WITHIN_MS, undefined, { ref: false })]);
  }

  async #removeRow(): Promise<void> {
    await this.#showing;
    await removeNode(this.#options.db, this.id).catch(() => undefined);
  }

  #show(): Promise<void> {
    this.#showing ??= this.#showOnce().finally(() => {
      this.#showing = null;
    });
    return this.#showing;
  }

  async #showOnce(isJoining = false): Promise<void> {
    const { db, log } = this.#options;
    try {
      const living = isJoining ? await db.transaction((tx) => this.#joinUnder(tx)) : await this.#showRow(db);
      if (this.#failed) this.#graceUntil = performance.now() + GRACE_MS;
      this.#failed = false;
      this.#note(performance.now() < this.#graceUntil ? withKnown(living, this.#others) : living);
    } catch (err) {
      if (err instanceof NodeSetupError) throw err;
      if (!this.#failed)
        log.warn({ err }, 'This node cannot write its row; the nodes known last count as living');
      this.#failed = true;
    }
  }

  /** What is thrown takes the row back. */
  async #joinUnder(tx: Transaction): Promise<readonly LivingNode[]> {
    await lockJoining(tx);
    const living = await this.#showRow(tx);
    requireSameSetup(this.#options, living);
    return living;
  }

  #showRow(q: Queryable): Promise<readonly LivingNode[]> {
    const { version, setup } = this.#options;
    return showNode(q, { id: this.id, version, draining: this.#draining, setup });
  }

  #note(others: readonly LivingNode[]): void {
    const changed = JSON.stringify(others) !== JSON.stringify(this.#others);
    if (!changed) return;
    this.#others = others;
    this.#ids = new Set(others.map(({ id }) => id));
    for (const listener of this.#listeners) listener();
  }
}

/** After an outage of the database the rows of all nodes are old, or gone. */
function withKnown(living: readonly LivingNode[], known: readonly LivingNode[]): readonly LivingNode[] {
  const ids = new Set(living.map(({ id }) => id));
  return [...living, ...known.filter(({ id }) => !ids.has(id))];
}
