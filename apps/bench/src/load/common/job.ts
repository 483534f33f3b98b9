/**
 * A job of the load generator is a fixed number of operations: when it is done, nothing is in flight and all can be
 * counted.
 */
export interface Job {
  /** Operations in all. */
  readonly amount: number;
}

/** What the load generator measured in one job. */
export interface Outcome {
  readonly operations: number;
  /** From the start of the first operation to the end of the last. */
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
