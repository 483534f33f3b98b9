import type { Allowance, BannedInterval, RevokedInterval, Search } from './history.js';
import type { Operation } from './operation.js';

/** Collects what clients and processes report while a run goes on. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly revokedIntervals: RevokedInterval[] = [];
  readonly bannedIntervals: BannedInterval[] = [];
  readonly searches: Search[] = [];
  readonly allowances: Allowance[] = [];
  readonly incidents: string[] = [];
}
