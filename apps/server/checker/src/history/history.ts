import type { FinalState, FoundMessage } from './final-state.js';
import type { Operation } from './operation.js';
import type { SubscriberHistory } from './subscriber-history.js';

/**
 * An interval in which a user certainly had no access: it begins when the removal was acknowledged and ends just before
 * anyone asks for the user's return.
 */
export interface RevokedInterval {
  readonly userId: string;
  readonly streamIds: readonly string[];
  readonly from: number;
  readonly until: number;
}

/** From the acknowledgement of a ban until just before anyone asks for its end. */
export type BannedInterval = Pick<RevokedInterval, 'userId' | 'from' | 'until'>;

/** A search that was answered. Times are milliseconds of the checker's monotonic clock. */
export interface Search {
  readonly userId: string;
  readonly q: string;
  readonly invokedAt: number;
  readonly completedAt: number;
  readonly found: readonly FoundMessage[];
}

/** An interval with a fault in which a node may act on a right that has ended, for a bounded time. */
export interface Allowance {
  /** The name of the node; null: all. */
  readonly node: string | null;
  readonly from: number;
  readonly until: number;
  /** How long after its end the right may be served, in milliseconds. */
  readonly ms: number;
}

/** Members with a notification preference, set before the first fault but for `switchingId`. */
export interface Silenced {
  /** Who is muted. */
  readonly mutedId: string;
  /** Whose mute is switched on and off throughout the run. */
  readonly switchingId: string;
  /** Who has the level `nothing`. */
  readonly nothingId: string;
}

/** Everything that a run records, and all that the verification reads. */
export interface History {
  readonly serverId: string;
  readonly operations: readonly Operation[];
  readonly subscribers: readonly SubscriberHistory[];
  readonly revokedIntervals: readonly RevokedInterval[];
  readonly bannedIntervals: readonly BannedInterval[];
  readonly searches: readonly Search[];
  readonly allowances: readonly Allowance[];
  readonly finalState: FinalState;
  readonly silenced: Silenced;
  /** Failures of the service process that no fault explains: it exited, or did not become healthy. */
  readonly incidents: readonly string[];
}
