import type { Environment } from './environment.js';
import type { CellSpec, CellSummary, Rounds } from './rounds.js';

/** One measured cell. */
export interface CellResult extends Pick<CellSpec, 'workload' | 'name' | 'reference' | 'headline'> {
  readonly summary: CellSummary;
  /** What the summary was made of. */
  readonly rounds: Rounds;
}

/** What a run found: the content of `results.json`. */
export interface Results {
  readonly environment: Environment;
  readonly rounds: number;
  readonly seconds: number;
  readonly cells: readonly CellResult[];
  /** Sentences that belong to the figures. */
  readonly notes: readonly string[];
}
