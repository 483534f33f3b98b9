import type { Throttle } from '../../kernel/concurrency/throttle.js';
import type { Actor } from '../../kernel/services/actor.js';
import type { Delivery } from '../../log/delivery.js';
import type { Visibility } from '../connections/visibility.js';
import type { Presence } from '../presence/presence.js';
import type { Lease } from '../rights/lease.js';
import type { StreamRelay } from '../streams/stream-relay.js';
import type { DeliveryCounts } from './delivery-counts.js';
import type { ReplayBudget } from './replay-budget.js';
import type { Scheduler } from './scheduler.js';
import type { StreamAccess, Subscription } from './subscription.js';

/** What one subscriber's feed needs of the hub, which all connections of the process share. */
export interface FeedHub {
  readonly scheduler: Scheduler;
  /** Await it before each piece of work that thousands of clients may ask for at once, as after a restart. */
  readonly throttle: Throttle;
  readonly presence: Presence;
  readonly visibility: Visibility;
  readonly replays: ReplayBudget;
  readonly counts: DeliveryCounts;
  readonly lease: Pick<Lease, 'isValidThisTick'>;
  /** Looks up which of these streams the actor may read. */
  authorize(actor: Actor, ids: readonly string[]): Promise<StreamAccess[]>;
  /** Whether the accesses still hold: nothing may have been revoked since they were read. */
  isCurrent(accesses: readonly StreamAccess[]): boolean;
  /** Starts to follow a subscription's stream, and its server's, from the heads of its access. */
  attach(subscription: Subscription): StreamRelay;
  detach(subscription: Subscription): void;
  /** Reads events after `after`; the log is known to have reached `known`. Null when the log cannot be read now. */
  readLog(streamId: string, after: number, known: number): Promise<readonly Delivery[] | null>;
}
