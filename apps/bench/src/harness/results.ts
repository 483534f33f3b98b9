import type { Environment } from './environment.js';
import type { JudgedGoal } from './goals.js';
import type { CellSpec, CellSummary, Rounds } from './rounds.js';

/** One measured cell. */
export interface CellResult extends Pick<CellSpec, 'name' | 'reference' | 'headline'> {
  readonly summary: CellSummary;
  /** What the summary was made of. */
  readonly rounds: Rounds;
}

export interface WorkloadResult {
  readonly name: string;
  readonly title: string;
  readonly cells: readonly CellResult[];
  readonly goals: readonly JudgedGoal[];
  /** Sentences that belong to the figures. */
  readonly notes: readonly string[];
  /** Why it ended before its last cell, if it did. */
  readonly failure: string | null;
}

/** What a run found: the content of `results.json`. */
export interface Results {
  readonly environment: Environment;
  readonly rounds: number;
  readonly seconds: number;
  readonly workloads: readonly WorkloadResult[];
}
