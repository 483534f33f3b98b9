import type { Log } from '../kernel/services/logger.js';
import { Delivery } from '../log/delivery.js';
import type { Traces } from '../log/traces.js';
import { isSuperseding } from '../protocol/superseded.js';
import { type AudienceChange, audienceChangeIn } from './audience.js';
import type { LogPages } from './log-pages.js';
import type { Scheduler } from './scheduler.js';
import { canReadAfter, canReadAfterServerChange, type Subscription } from './subscription.js';

export interface FollowerDependencies {
  readonly pages: LogPages;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly traces?: Traces | undefined;
}

/**
 * Follows one stream for all its subscriptions on this node. After event n it delivers event n + 1. When it learns of a
 * later one, it reads the gap from the log, once for all subscriptions. It drops what it has delivered already.
 */
export class Follower {
  readonly #streamId: string;
  readonly #dependencies: FollowerDependencies;
  readonly #subscriptions = new Set<Subscription>();
  /** Subscriptions to channels of this server, which end when the user leaves the server. */
  readonly #dependents = new Set<Subscription>();
  #delivered: number;
  #known: number;
  #reading: Promise<void> | null = null;
  #lastAudienceChange: number;
  #lastRevocation: number;

  /** Follows a stream from `position` (a `seq`): no event up to there is delivered. */
  constructor(streamId: string, position: number, dependencies: FollowerDependencies) {
    this.#streamId = streamId;
    this.#delivered = position;
    this.#known = position;
    // Earlier changes are unknown here, so an access that was read at an earlier position must be read again.
    this.#lastAudienceChange = position;
    this.#lastRevocation = position;
    this.#dependencies = dependencies;
  }

  /** The `seq` of the last event that the live subscriptions have received. */
  get delivered(): number {
    return this.#delivered;
  }

  /** How many events the log is known to have after the last one that was delivered. */
  get lag(): number {
    return Math.max(0, this.#known - this.#delivered);
  }

  /** Whether no event after `seq` has changed who may read the stream, as far as this node knows. */
  audienceUnchangedSince(seq: number): boolean {
    return this.#lastAudienceChange <= seq;
  }

  /** Whether it is certain that no event after `seq` has revoked anybody's access. */
  nothingRevokedSince(seq: number): boolean {
    return this.#lastRevocation <= seq && (this.#known <= seq || this.#known <= this.#delivered);
  }

  get idle(): boolean {
    return this.#subscriptions.size === 0 && this.#dependents.size === 0;
  }

  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
  }

  /** Adds a subscription to a channel of this server. */
  addDependent(subscription: Subscription): void {
    this.#dependents.add(subscription);
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    this.#dependents.delete(subscription);
  }

  /** Takes a hint from the bus. */
  receive(seq: number, frame: string): void {
    if (seq === this.#delivered + 1) {
      this.#deliver(seq, new Delivery(frame, { streamId: this.#streamId, seq }));
    } else {
      void this.readUpTo(seq);
    }
  }

  /**
   * Delivers everything up to `seq`, which the log is known to have reached. Resolves when that is done, or the log cannot
   * be read now.
   */
  async readUpTo(seq: number): Promise<void> {
    this.#known = Math.max(this.#known, seq);
    if (this.#delivered < this.#known && !this.idle) this.#reading ??= this.#readGap();
    await this.#reading;
  }

  /** Sends a frame that is not kept to everybody but the user who caused it. */
  notify(delivery: Delivery, exceptUserId: string): void {
    for (const { live, subscriber } of this.#subscriptions) {
      if (live && subscriber.userId !== exceptUserId) subscriber.push(delivery);
    }
  }

  async #readGap(): Promise<void> {
    try {
      while (this.#delivered < this.#known && !this.idle) {
        const before = this.#delivered;
        const page = await this.#dependencies.pages.read(this.#streamId, before, this.#known);
        const complete = this.#deliverPage(page);
        if (!complete || this.#delivered === before) this.#disconnectAll();
        this.#dependencies.scheduler.run();
      }
    } catch (error) {
      // The next comparison of heads tries again.
      this.#dependencies.log.warn({ err: error, streamId: this.#streamId }, 'Could not read the event log');
    } finally {
      this.#reading = null;
    }
  }

  /** Delivers a page of the log, without what hints have delivered meanwhile. Returns false at a missing event. */
  #deliverPage(page: readonly Delivery[]): boolean {
    for (const delivery of page) {
      const seq = delivery.position?.seq ?? 0;
      if (seq > this.#delivered + 1) return false;
      // Its hint was lost, and with it the moment to forget.
      if (isSuperseding(delivery.text)) this.#dependencies.pages.forget(this.#streamId);
      if (seq === this.#delivered + 1) this.#deliver(seq, delivery);
    }
    return true;
  }

  #deliver(seq: number, delivery: Delivery): void {
    this.#delivered = seq;
    const change = audienceChangeIn(delivery.text, this.#streamId);
    if (change === null) {
      for (const subscription of this.#subscriptions) deliverTo(subscription, seq, delivery);
    } else {
      this.#deliverChange(seq, delivery, change);
    }
    this.#dependencies.traces?.delivered(this.#streamId, seq, this.#subscriptions.size);
  }

  #deliverChange(seq: number, delivery: Delivery, change: AudienceChange): void {
    this.#lastAudienceChange = seq;
    if (change.kind !== 'joined' && change.kind !== 'public') this.#lastRevocation = seq;
    for (const subscription of this.#subscriptions) deliverChange(subscription, seq, delivery, change);
    for (const subscription of this.#dependents) revokeAfterServerChange(subscription, seq, change);
  }

  /** With an event missing, nobody's access is certain any more: every consumer reconnects with its cursors. */
  #disconnectAll(): void {
    this.#delivered = this.#known;
    for (const { subscriber } of [...this.#subscriptions, ...this.#dependents]) subscriber.disconnect();
  }
}

/** A subscription that is not live reads the log itself; an event up to its cursor is a duplicate. */
function deliverTo(subscription: Subscription, seq: number, delivery: Delivery): void {
  if (!subscription.live || seq <= subscription.cursor) return;
  subscription.cursor = seq;
  subscription.subscriber.push(delivery);
}

/** The access that was read at `head` has taken in every change up to there. */
function deliverChange(
  subscription: Subscription,
  seq: number,
  delivery: Delivery,
  change: AudienceChange,
): void {
  const revoked = seq > subscription.head && !canReadAfter(subscription, change);
  // A user who loses access because the channel turns private does not receive the channel's new record.
  if (!(revoked && change.kind === 'private')) deliverTo(subscription, seq, delivery);
  if (revoked) subscription.subscriber.revoke(subscription);
}

function revokeAfterServerChange(subscription: Subscription, seq: number, change: AudienceChange): void {
  if (subscription.server === null || seq <= subscription.server.head) return;
  if (!canReadAfterServerChange(subscription, change)) subscription.subscriber.revoke(subscription);
}
