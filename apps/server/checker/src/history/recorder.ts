import type { Allowance, RevokedInterval } from './history.js';
import type { Operation } from './operation.js';

/** Collects what clients and processes report while a run goes on. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly revokedIntervals: RevokedInterval[] = [];
  readonly allowances: Allowance[] = [];
  readonly incidents: string[] = [];
}
