import type { Database } from '@palaver/db';
import { batched } from '../../kernel/concurrency/batched.js';
import type { Hint, Notice } from '../../log/bus.js';
import { Delivery } from '../../log/delivery.js';
import { readHeads, type StreamHead } from '../../log/read.js';
import type { StreamAccess, Subscription } from '../feeds/subscription.js';
import { RecentPositions } from './recent-positions.js';
import { StreamRelay, type StreamRelayDependencies } from './stream-relay.js';

/** The most relays that one statement compares when many have a gap. */
const COMPARED_MAX = 1_000;

/** The relays of this process: one for each stream that has a subscription. */
export class StreamRelays {
  readonly #db: Database;
  readonly #dependencies: StreamRelayDependencies;
  #recentPositions = new RecentPositions();
  readonly #byStream = new Map<string, StreamRelay>();

  constructor(db: Database, dependencies: Omit<StreamRelayDependencies, 'compare'>) {
    this.#db = db;
    this.#dependencies = {
      ...dependencies,
      compare: batched((relays) => this.#compare(relays), COMPARED_MAX),
    };
  }

  get size(): number {
    return this.#byStream.size;
  }

  /** How many subscriptions a stream has. */
  followersOf(streamId: string): number {
    return this.#byStream.get(streamId)?.followers ?? 0;
  }

  /** Of the relay that is furthest behind its stream: how many events. */
  get lag(): number {
    let most = 0;
    for (const { lag } of this.#byStream.values()) most = Math.max(most, lag);
    return most;
  }

  /** Whether the accesses still hold: nothing may have been revoked since they were read. */
  isCurrent(accesses: readonly StreamAccess[]): boolean {
    return accesses.every(({ stream, head, server }) => {
      const relay = this.#byStream.get(stream.id);
      return (relay?.audienceUnchangedSince(head) ?? true) && this.#nothingRevokedSince(server);
    });
  }

  /** Starts to follow a subscription's stream, and its server's, from the heads of its access. */
  attach(subscription: Subscription): StreamRelay {
    const { stream, head, server } = subscription;
    const guard = server && this.#follow(server.id, server.head, null);
    const relay = this.#follow(stream.id, head, guard);
    relay.add(subscription);
    guard?.addDependent(subscription);
    // The access may have been read before the last hints came, or after an event whose hint has yet to come.
    for (const followed of [guard, relay]) void followed?.catchUp();
    return relay;
  }

  detach(subscription: Subscription): void {
    const { stream, server } = subscription;
    this.#release(stream.id, subscription);
    if (server) this.#release(server.id, subscription);
  }

  receive({ streamId, seq, frame }: Hint): void {
    this.#recentPositions.note(streamId, seq);
    this.#byStream.get(streamId)?.receive(seq, frame);
  }

  /** Learns what a hint says, and delivers nothing. */
  note({ streamId, seq }: Hint): void {
    this.#recentPositions.note(streamId, seq);
    this.#byStream.get(streamId)?.note(seq);
  }

  notify({ streamId, frame, ...to }: Notice): void {
    this.#byStream.get(streamId)?.notify(new Delivery(frame), to);
  }

  /**
   * The heads of all followed streams at one instant. A head before what was delivered earlier is of another log: after a
   * fail-over, the last events may be lost. Then the subscribers come back with their cursors.
   */
  async readHeads(): Promise<StreamHead[]> {
    const delivered = new Map([...this.#byStream].map(([id, relay]) => [id, relay.delivered]));
    const heads = await readHeads(this.#db, [...delivered.keys()]);
    const lost = heads.filter(({ id, seq }) => seq < (delivered.get(id) ?? 0));
    if (lost.length > 0) this.#recentPositions = new RecentPositions();
    for (const { id } of lost) this.#byStream.get(id)?.loseLog();
    return heads.filter((head) => !lost.includes(head));
  }

  /**
   * Delivers, up to these heads, the streams whose events take rights in others away. Throws where one cannot be read
   * now.
   */
  async deliverGuards(heads: readonly StreamHead[]): Promise<void> {
    const guards = heads.filter(({ id }) => this.#byStream.get(id)?.isGuard);
    const read = await Promise.all(guards.map(({ id, seq }) => this.#byStream.get(id)?.readUpTo(seq)));
    if (read.includes(false)) throw new Error('the log of a server could not be read');
  }

  /** Delivers the other streams up to these heads. The guards must have been delivered up to theirs, of the same instant. */
  async deliverGuarded(heads: readonly StreamHead[]): Promise<void> {
    await Promise.all(heads.map(({ id, seq }) => this.#byStream.get(id)?.readUpTo(seq)));
  }

  startGeneration(): void {
    this.#recentPositions.startGeneration();
  }

  /** Without a relay on the server's stream, nothing is certain once a hint has named a later event of it. */
  #nothingRevokedSince(server: StreamAccess['server']): boolean {
    if (server === null) return true;
    const relay = this.#byStream.get(server.id);
    return relay
      ? relay.nothingRevokedSince(server.head)
      : this.#recentPositions.of(server.id) <= server.head;
  }

  async #compare(relays: readonly StreamRelay[]): Promise<readonly StreamRelay[]> {
    const compared = relays.flatMap(({ streamId, guard }) => [streamId, ...(guard ? [guard.streamId] : [])]);
    const heads = await readHeads(this.#db, [...new Set(compared)]);
    await this.deliverGuards(heads);
    await this.deliverGuarded(heads);
    return relays;
  }

  #follow(streamId: string, head: number, guard: StreamRelay | null): StreamRelay {
    const relay = this.#byStream.get(streamId) ?? new StreamRelay(streamId, head, this.#dependencies, guard);
    this.#byStream.set(streamId, relay);
    relay.note(Math.max(head, this.#recentPositions.of(streamId)));
    return relay;
  }

  #release(streamId: string, subscription: Subscription): void {
    const relay = this.#byStream.get(streamId);
    relay?.remove(subscription);
    if (relay?.idle) this.#byStream.delete(streamId);
  }
}
