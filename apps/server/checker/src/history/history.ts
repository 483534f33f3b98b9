import type { FinalState } from './final-state.js';
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

/** Everything that a run records, and all that the verification reads. */
export interface History {
  readonly serverId: string;
  readonly operations: readonly Operation[];
  readonly subscribers: readonly SubscriberHistory[];
  readonly revokedIntervals: readonly RevokedInterval[];
  readonly finalState: FinalState;
  /** Failures of the service process that no fault explains: it exited, or did not become healthy. */
  readonly incidents: readonly string[];
}
