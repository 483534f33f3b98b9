import type { Database } from '@palaver/db';
import type { Hint, Notice } from '../log/bus.js';
import { Delivery } from '../log/delivery.js';
import { readHeads } from '../log/read.js';
import { Follower, type FollowerDependencies } from './follower.js';
import { RecentPositions } from './recent-positions.js';
import type { StreamAccess, Subscription } from './subscription.js';

/** The followers of this process: one for each stream that has a subscription. */
export class Followers {
  readonly #dependencies: FollowerDependencies;
  readonly #recentPositions = new RecentPositions();
  readonly #byStream = new Map<string, Follower>();

  constructor(dependencies: FollowerDependencies) {
    this.#dependencies = dependencies;
  }

  get size(): number {
    return this.#byStream.size;
  }

  /** Of the follower that is furthest behind its stream: how many events. */
  get lag(): number {
    let most = 0;
    for (const { lag } of this.#byStream.values()) most = Math.max(most, lag);
    return most;
  }

  /** Whether the accesses still hold: nothing may have been revoked since they were read. */
  isCurrent(accesses: readonly StreamAccess[]): boolean {
    return accesses.every(({ stream, head, server }) => {
      const follower = this.#byStream.get(stream.id);
      return (follower?.audienceUnchangedSince(head) ?? true) && this.#nothingRevokedSince(server);
    });
  }

  /** Starts to follow a subscription's stream, and its server's, from the heads of its access. */
  attach(subscription: Subscription): Follower {
    const { stream, head, server } = subscription;
    const follower = this.#follow(stream.id, head);
    follower.add(subscription);
    if (server) this.#follow(server.id, server.head).addDependent(subscription);
    return follower;
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

  notify({ streamId, frame, exceptUserId }: Notice): void {
    this.#byStream.get(streamId)?.notify(new Delivery(frame), exceptUserId);
  }

  /** Delivers the events of which the hints were lost; resolves when that is done. */
  async compareHeads(db: Database): Promise<void> {
    const heads = await readHeads(db, [...this.#byStream.keys()]);
    await Promise.all(heads.map(({ id, seq }) => this.#byStream.get(id)?.readUpTo(seq)));
  }

  startGeneration(): void {
    this.#recentPositions.startGeneration();
  }

  /** Without a follower on the server's stream, nothing is certain once a hint has named a later event of it. */
  #nothingRevokedSince(server: StreamAccess['server']): boolean {
    if (server === null) return true;
    const follower = this.#byStream.get(server.id);
    return follower
      ? follower.nothingRevokedSince(server.head)
      : this.#recentPositions.of(server.id) <= server.head;
  }

  #follow(streamId: string, head: number): Follower {
    const follower = this.#byStream.get(streamId) ?? new Follower(streamId, head, this.#dependencies);
    this.#byStream.set(streamId, follower);
    // The access may have been read before the last hints came, or after an event whose hint has yet to come.
    void follower.readUpTo(Math.max(head, this.#recentPositions.of(streamId)));
    return follower;
  }

  #release(streamId: string, subscription: Subscription): void {
    const follower = this.#byStream.get(streamId);
    follower?.remove(subscription);
    if (follower?.idle) this.#byStream.delete(streamId);
  }
}
