import type { MetricName } from './metrics.js';
import type { CellResult } from './results.js';
import { ratios } from './rounds.js';
import { type Spread, spread } from './stats.js';

/** What a cell is to reach. */
export interface Goal {
  readonly cell: string;
  readonly metric: MetricName;
  readonly of: string;
  /** Divided by this contestant's value in the same round; null: the value itself counts. */
  readonly to: string | null;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
}

export interface JudgedGoal extends Goal {
  readonly found: Spread;
  /** Whether the median is within the bound. */
  readonly reached: boolean;
}

/** Holds the goals against what was measured; those whose cell or contestants are missing are left out. */
export function judgeGoals(goals: readonly Goal[], cells: readonly CellResult[]): JudgedGoal[] {
  return goals.flatMap((goal) => {
    const cell = cells.find(({ name }) => name === goal.cell);
    const values = cell === undefined ? [] : valuesOf(goal, cell);
    if (values.length === 0) return [];
    const found = spread(values);
    const { bound } = goal;
    const reached = 'atLeast' in bound ? found.median >= bound.atLeast : found.median <= bound.atMost;
    return [{ ...goal, found, reached }];
  });
}

function valuesOf({ metric, of, to }: Goal, { rounds }: CellResult): number[] {
  const samples = rounds[of] ?? [];
  if (to === null) return samples.flatMap((sample) => sample[metric] ?? []);
  return ratios(metric, samples, rounds[to] ?? []);
}
