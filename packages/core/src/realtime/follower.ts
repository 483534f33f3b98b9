import type { Log } from '../kernel/services/logger.js';
import { Delivery } from '../log/delivery.js';
import { type Change, changeIn } from './audience.js';
import type { LogPages } from './log-pages.js';
import type { Scheduler } from './scheduler.js';
import { type Subscription, staysAfter, staysUnderGuard } from './subscription.js';

export interface FollowerTools {
  readonly pages: LogPages;
  readonly turns: Scheduler;
  readonly log: Log;
}

/**
 * Follows one stream for all its subscriptions on this node. At place n, it delivers n + 1; hearing of more, it
 * reads the hole from the log, once for everybody; hearing of less, it drops it.
 */
export class Follower {
  readonly #streamId: string;
  readonly #tools: FollowerTools;
  readonly #own = new Set<Subscription>();
  readonly #guarded = new Set<Subscription>();
  #delivered: number;
  #wanted: number;
  #filling = false;
  #lastChange: number;
  #lastLoss: number;

  /** Follows a stream from a place whose past needs no looking into. */
  constructor(streamId: string, at: number, tools: FollowerTools) {
    this.#streamId = streamId;
    this.#delivered = at;
    this.#wanted = at;
    // What changed before is not known here: an access from further back has to be asked again.
    this.#lastChange = at;
    this.#lastLoss = at;
    this.#tools = tools;
  }

  /** The last event that the live subscriptions have been given. */
  get delivered(): number {
    return this.#delivered;
  }

  /** Whether nothing after `place` has changed who may hear the stream, as far as this node knows. */
  unchangedSince(place: number): boolean {
    return this.#lastChange <= place;
  }

  /** Whether it is certain that nothing after `place` has taken the stream away from anyone. */
  keptSince(place: number): boolean {
    return this.#lastLoss <= place && (this.#wanted <= place || this.#wanted <= this.#delivered);
  }

  get idle(): boolean {
    return this.#own.size === 0 && this.#guarded.size === 0;
  }

  add(subscription: Subscription): void {
    this.#own.add(subscription);
  }

  /** Lets a subscription of another stream hang on this one. */
  addGuarded(subscription: Subscription): void {
    this.#guarded.add(subscription);
  }

  remove(subscription: Subscription): void {
    this.#own.delete(subscription);
    this.#guarded.delete(subscription);
  }

  /** Takes a hint from the bus. */
  hear(seq: number, frame: string): void {
    if (seq === this.#delivered + 1)
      this.#advance(seq, new Delivery(frame, { streamId: this.#streamId, seq }));
    else this.reach(seq);
  }

  /** Learns that the log has reached a place, and reads what has not been heard of. */
  reach(seq: number): void {
    this.#wanted = Math.max(this.#wanted, seq);
    if (this.#delivered < this.#wanted && !this.#filling) void this.#fill();
  }

  /** A frame that is not kept, to all but whoever caused it. */
  notify(delivery: Delivery, exceptUserId: string): void {
    for (const { live, listener } of this.#own) {
      if (live && listener.userId !== exceptUserId) listener.push(delivery);
    }
  }

  async #fill(): Promise<void> {
    this.#filling = true;
    try {
      while (this.#delivered < this.#wanted && !this.idle) {
        const before = this.#delivered;
        const deliveries = await this.#tools.pages.read(this.#streamId, before, this.#wanted);
        const dense = this.#take(deliveries);
        if (!dense || this.#delivered === before) this.#loseAll();
        this.#tools.turns.run();
      }
    } catch (error) {
      // The next comparison of heads tries again.
      this.#tools.log.warn({ err: error, streamId: this.#streamId }, 'Could not read the event log');
    } finally {
      this.#filling = false;
    }
  }

  /** Delivers a page of the log, as far as hints have not done so meanwhile; false at a hole that stays one. */
  #take(deliveries: readonly Delivery[]): boolean {
    for (const delivery of deliveries) {
      const seq = delivery.place?.seq ?? 0;
      if (seq > this.#delivered + 1) return false;
      if (seq === this.#delivered + 1) this.#advance(seq, delivery);
    }
    return true;
  }

  #advance(seq: number, delivery: Delivery): void {
    this.#delivered = seq;
    const change = changeIn(delivery.text, this.#streamId);
    if (change === null) {
      for (const subscription of this.#own) give(subscription, seq, delivery);
      return;
    }
    this.#lastChange = seq;
    if (change.kind !== 'joined' && change.kind !== 'public') this.#lastLoss = seq;
    for (const subscription of this.#own) giveChange(subscription, seq, delivery, change);
    for (const subscription of this.#guarded) judgeGuarded(subscription, seq, change);
  }

  /** Nobody can tell any more who may hear what, so everybody comes back, with the cursors they have. */
  #loseAll(): void {
    this.#delivered = this.#wanted;
    for (const { listener } of [...this.#own, ...this.#guarded]) listener.lose();
  }
}

function give(subscription: Subscription, seq: number, delivery: Delivery): void {
  if (!subscription.live || seq <= subscription.cursor) return;
  subscription.cursor = seq;
  subscription.listener.push(delivery);
}

/** What was known when the subscription was admitted is not judged again. */
function giveChange(subscription: Subscription, seq: number, delivery: Delivery, change: Change): void {
  const lost = seq > subscription.head && !staysAfter(subscription, change);
  // Whoever is shut out by a channel turning private is not shown what it has turned into.
  if (!(lost && change.kind === 'private')) give(subscription, seq, delivery);
  if (lost) subscription.listener.revoke(subscription);
}

function judgeGuarded(subscription: Subscription, seq: number, change: Change): void {
  if (subscription.guard === null || seq <= subscription.guard.head) return;
  if (!staysUnderGuard(subscription, change)) subscription.listener.revoke(subscription);
}
