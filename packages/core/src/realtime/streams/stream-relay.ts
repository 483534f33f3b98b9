import type { Log } from '../../kernel/services/logger.js';
import type { Notice } from '../../log/bus.js';
import { Delivery } from '../../log/delivery.js';
import type { Traces } from '../../log/traces.js';
import { isSuperseding } from '../../protocol/superseded.js';
import { deliverChange, deliverTo, revokeAfterServerChange } from '../feeds/deliver.js';
import type { Scheduler } from '../feeds/scheduler.js';
import type { Subscription } from '../feeds/subscription.js';
import { type AudienceChange, audienceChangeIn } from '../rights/audience.js';
import type { LogPages } from './log-pages.js';

export interface StreamRelayDependencies {
  readonly pages: LogPages;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly traces?: Traces | undefined;
  /**
   * Compares a relay and its guard with the log at one instant, and delivers what they lack, first the guard. Throws
   * where the heads, or the log of the guard, cannot be read now.
   */
  compare(relay: StreamRelay): Promise<unknown>;
}

/**
 * Follows one stream for all its subscriptions on this node. After event n it delivers event n + 1. When it learns of a
 * later one, it reads the gap from the log, once for all subscriptions. It drops what it has delivered already.
 *
 * The relay of a channel has a guard: the relay of its server, whose events take rights in the channel away. An event
 * of the channel is delivered only after the guard has delivered what its stream had at that instant, as far as is known.
 */
export class StreamRelay {
  readonly streamId: string;
  readonly guard: StreamRelay | null;
  readonly #dependencies: StreamRelayDependencies;
  readonly #subscriptions = new Set<Subscription>();
  /** Subscriptions to channels of this server, which end when the user leaves the server. */
  readonly #dependents = new Set<Subscription>();
  #delivered: number;
  /** How far the log is known to reach. */
  #known: number;
  /** How far the log may be delivered. */
  #cleared: number;
  #reading: Promise<void> | null = null;
  #comparing: Promise<void> | null = null;
  #lastAudienceChange: number;
  #lastRevocation: number;

  /** Follows a stream from `position` (a `seq`): no event up to there is delivered. */
  constructor(
    streamId: string,
    position: number,
    dependencies: StreamRelayDependencies,
    guard: StreamRelay | null = null,
  ) {
    this.streamId = streamId;
    this.guard = guard;
    this.#delivered = position;
    this.#known = position;
    this.#cleared = position;
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

  get followers(): number {
    return this.#subscriptions.size;
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

  /** Whether its own stream takes rights in others away. */
  get isGuard(): boolean {
    return this.#dependents.size > 0;
  }

  /** Whether nothing is known to be missing that could have taken rights in this stream away. */
  get isGuarded(): boolean {
    return this.guard === null || this.guard.#known <= this.guard.#delivered;
  }

  /** Ends every subscriber: the log does not have the last events that were delivered. */
  loseLog(): void {
    this.#dependencies.log.warn({ streamId: this.streamId }, 'The log has lost events that were delivered');
    this.#dependencies.pages.forget(this.streamId);
    this.#disconnectAll();
  }

  /** Takes a hint from the bus. */
  receive(seq: number, frame: string | null): void {
    if (seq === this.#delivered + 1 && frame !== null && this.isGuarded) {
      this.#deliver(seq, new Delivery(frame, { streamId: this.streamId, seq }));
    } else {
      this.note(seq);
      void this.catchUp();
    }
  }

  /** Learns that the log has reached `seq`. */
  note(seq: number): void {
    this.#known = Math.max(this.#known, seq);
  }

  /**
   * Delivers what the log is known to have. Whoever has missed an event here may have missed one of the guard's, so both are
   * compared with the log first. Resolves when that is done, or the log cannot be read now.
   */
  async catchUp(): Promise<void> {
    if (this.#delivered >= this.#known || this.idle) return;
    if (this.guard === null) {
      await this.readUpTo(this.#known);
    } else {
      this.#comparing ??= this.#compareUntilKnown();
      await this.#comparing;
    }
  }

  /**
   * Delivers everything up to `seq`, which the log has reached; the guard has to be as far already. Returns false where the
   * log cannot be read now.
   */
  async readUpTo(seq: number): Promise<boolean> {
    this.note(seq);
    this.#cleared = Math.max(this.#cleared, this.guard === null ? this.#known : seq);
    if (this.#delivered < this.#cleared && !this.idle) this.#reading ??= this.#readGap();
    await this.#reading;
    return this.idle || this.#delivered >= seq;
  }

  /** Sends a frame that is not kept to everybody but the user who caused it. */
  notify(
    delivery: Delivery,
    { exceptUserId, onlyUserIds }: Pick<Notice, 'exceptUserId' | 'onlyUserIds'>,
  ): void {
    for (const { live, subscriber } of this.#subscriptions) {
      const { userId } = subscriber;
      const isMeant = userId !== exceptUserId && (onlyUserIds?.includes(userId) ?? true);
      if (live && isMeant) subscriber.push(delivery);
    }
  }

  async #compareUntilKnown(): Promise<void> {
    try {
      let wanted = this.#known;
      while (this.#delivered < wanted && !this.idle) {
        await this.#dependencies.compare(this);
        // What could not be read is left to the next comparison of all heads.
        if (this.#delivered < wanted) return;
        wanted = this.#known;
      }
    } catch (error) {
      this.#dependencies.log.warn({ err: error, streamId: this.streamId }, 'Could not compare a stream');
    } finally {
      this.#comparing = null;
    }
  }

  async #readGap(): Promise<void> {
    try {
      while (this.#delivered < this.#cleared && !this.idle) {
        const before = this.#delivered;
        const page = await this.#dependencies.pages.read(this.streamId, before, this.#cleared);
        const complete = this.#deliverPage(page);
        if (!complete || this.#delivered === before) this.#disconnectAll();
        this.#dependencies.scheduler.run();
      }
    } catch (error) {
      // The next comparison of heads tries again.
      this.#dependencies.log.warn({ err: error, streamId: this.streamId }, 'Could not read the event log');
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
      if (isSuperseding(delivery.text)) this.#dependencies.pages.forget(this.streamId);
      if (seq === this.#delivered + 1) this.#deliver(seq, delivery);
    }
    return true;
  }

  #deliver(seq: number, delivery: Delivery): void {
    this.#delivered = seq;
    const change = audienceChangeIn(delivery.text, this.streamId);
    if (change === null) {
      for (const subscription of this.#subscriptions) deliverTo(subscription, seq, delivery);
    } else {
      this.#deliverChange(seq, delivery, change);
    }
    this.#dependencies.traces?.delivered(this.streamId, seq, this.#subscriptions.size);
  }

  #deliverChange(seq: number, delivery: Delivery, change: AudienceChange): void {
    this.#lastAudienceChange = seq;
    if (change.kind !== 'joined' && change.kind !== 'open') this.#lastRevocation = seq;
    for (const subscription of this.#subscriptions) deliverChange(subscription, seq, delivery, change);
    for (const subscription of this.#dependents) revokeAfterServerChange(subscription, seq, change);
  }

  /** With an event missing, nobody's access is certain any more: every subscriber reconnects with its cursors. */
  #disconnectAll(): void {
    this.#delivered = this.#known;
    for (const { subscriber } of [...this.#subscriptions, ...this.#dependents]) subscriber.disconnect();
  }
}
