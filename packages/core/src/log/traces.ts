import type { Hint } from './bus.js';

/**
 * Follows what requests write, through a commit that several of them share, to the delivery of its events. The process
 * provides it where the operator has configured traces; no method throws.
 */
export interface Traces {
  /** Notes the request that runs now as the one of `work`, and calls `add` outside of any request: the commit has many. */
  queue(work: object, add: () => void): void;
  /**
   * Runs a commit of queued work; which, is known when it has run. `hintOf` finds the event that a piece of it has
   * written.
   */
  commit<Outcome>(
    run: () => Promise<Outcome[]>,
    work: () => readonly object[],
    hintOf: (outcome: Outcome) => Hint | null,
  ): Promise<Outcome[]>;
  /** An event of the log has reached this many subscriptions of this process. */
  delivered(streamId: string, seq: number, subscriptions: number): void;
}
