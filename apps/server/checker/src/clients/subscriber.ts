import type { Entry, SubscriberHistory } from '../history/subscriber-history.js';
import { pause } from '../support/pause.js';
import type { Random } from '../support/random.js';
import type { User } from './scenario.js';
import {
  type NewEntry,
  type NodeAddress,
  SubscriberConnection,
  type SubscriberConnectionOptions,
} from './subscriber-connection.js';

export interface SubscriberOptions
  extends Omit<SubscriberConnectionOptions, 'node' | 'token' | 'cursorsOf' | 'onEntry'> {
  /** The nodes: each connection is to another one than the connection before it. */
  readonly nodes: readonly NodeAddress[];
  readonly name: string;
  readonly user: User;
  readonly random: Random;
  /** Negative control: later connections subscribe without cursors. */
  readonly dropsCursors: boolean;
}

/** Subscribes to streams, reconnects with its cursors whenever the connection is lost, and records what it sees. */
export class Subscriber implements SubscriberHistory {
  readonly name: string;
  readonly userId: string;
  readonly streamIds: readonly string[];
  readonly entries: Entry[] = [];
  readonly #options: SubscriberOptions;
  /** The last `seq` received in each stream. */
  readonly #cursors = new Map<string, number>();
  #connection: SubscriberConnection | null = null;
  #connections = 0;
  #cursorRejected = false;

  constructor(options: SubscriberOptions) {
    this.#options = options;
    this.name = options.name;
    this.userId = options.user.id;
    this.streamIds = options.streamIds;
  }

  /** Whether the service rejected a cursor as ahead of the log. The subscriber has stopped then. */
  get cursorRejected(): boolean {
    return this.#cursorRejected;
  }

  /** Whether it has received everything up to these positions. */
  hasReached(heads: ReadonlyMap<string, number>): boolean {
    return this.streamIds.every((id) => this.#cursorOf(id) >= (heads.get(id) ?? 0));
  }

  /** Stops reading for a while. Returns false if the subscriber is not connected. */
  async stall(ms: number, stop: AbortSignal): Promise<boolean> {
    return (await this.#connection?.stall(ms, stop)) ?? false;
  }

  /** Connects again and again until stopped. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && !this.#cursorRejected) {
      const { nodes } = this.#options;
      const node = nodes[this.#connections % nodes.length];
      if (node === undefined) throw new Error('A subscriber needs a node');
      this.#connections++;
      this.#connection = new SubscriberConnection({
        ...this.#options,
        node,
        token: this.#options.user.token,
        cursorsOf: (ids) => this.#cursorsOf(ids),
        onEntry: (entry) => this.#record(entry),
      });
      await this.#connection.run(stop);
      await pause(this.#options.random.next() * 300);
    }
  }

  #cursorsOf(ids: readonly string[]): Record<string, number> | null {
    if (this.#options.dropsCursors && this.#connections > 1) return null;
    return Object.fromEntries(ids.map((id) => [id, this.#cursorOf(id)]));
  }

  #cursorOf(streamId: string): number {
    return this.#cursors.get(streamId) ?? 0;
  }

  #record(entry: NewEntry): void {
    if (entry.kind === 'event') this.#cursors.set(entry.position.streamId, entry.position.seq);
    if (entry.kind === 'error' && entry.code === 'INVALID_INPUT') this.#cursorRejected = true;
    this.entries.push({ ...entry, connection: this.#connections, at: performance.now() });
  }
}
