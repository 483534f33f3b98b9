import type { CellResult } from './cell.js';
import type { Environment } from './environment.js';
import type { GoalResult } from './goals.js';

export interface WorkloadResult {
  readonly name: string;
  readonly title: string;
  readonly cells: readonly CellResult[];
  readonly goals: readonly GoalResult[];
  /** Sentences that explain the figures. */
  readonly notes: readonly string[];
  /** Why the workload ended before its last cell; null when it did not. */
  readonly failure: string | null;
}

/** The results of a benchmark run: the content of `results.json`. */
export interface Results {
  readonly environment: Environment;
  readonly rounds: number;
  readonly seconds: number;
  readonly workloads: readonly WorkloadResult[];
}
