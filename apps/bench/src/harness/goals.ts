import type { MetricName } from '../measure/metrics.js';
import { type Spread, spread } from '../measure/stats.js';
import type { CellResult } from './cell.js';
import { ratios } from './rounds.js';

/** What a cell should reach. */
export interface Goal {
  readonly cell: string;
  readonly metric: MetricName;
  /** The target whose value counts. */
  readonly of: string;
  /** The target whose value in the same round it is divided by; null: the value itself counts. */
  readonly to: string | null;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
}

export interface GoalResult extends Goal {
  readonly measured: Spread;
  /** Whether the median is within the bound. */
  readonly reached: boolean;
}

/** Compares the goals with what was measured. A goal whose cell or targets are missing is left out. */
export function evaluateGoals(goals: readonly Goal[], cells: readonly CellResult[]): GoalResult[] {
  return goals.flatMap((goal) => {
    const cell = cells.find(({ name }) => name === goal.cell);
    const values = cell === undefined ? [] : valuesOf(goal, cell);
    if (values.length === 0) return [];
    const measured = spread(values);
    const { bound } = goal;
    const reached = 'atLeast' in bound ? measured.median >= bound.atLeast : measured.median <= bound.atMost;
    return [{ ...goal, measured, reached }];
  });
}

function valuesOf({ metric, of, to }: Goal, { rounds }: CellResult): number[] {
  const samples = rounds[of] ?? [];
  if (to === null) return samples.flatMap((sample) => sample[metric] ?? []);
  return ratios(metric, samples, rounds[to] ?? []);
}
