import type { MetricName } from '../measure/metrics.js';
import type { Spread } from '../measure/stats.js';

/** What was measured of one target in one round. */
export type Sample = Readonly<Partial<Record<MetricName, number>>>;

/** Puts the load of a cell on one target once. */
export type Measurement = () => Promise<Sample>;

/** A cell of the benchmark matrix: one configuration of a workload, measured for several targets. */
export interface CellSpec {
  readonly name: string;
  /** The target that ratios are relative to. */
  readonly reference: string;
  /** The metric that is compared and plotted. */
  readonly headline: MetricName;
  /** How many rounds it has, where that is not the number of the run. */
  readonly rounds?: number;
  /** By target. The order is the order within each round. */
  readonly targets: Readonly<Record<string, Measurement>>;
}

/** By target, a sample for each round. */
export type Rounds = Readonly<Record<string, readonly Sample[]>>;

export interface MetricSummary extends Spread {
  /** The ratio to the reference's value in the same round; absent where that is zero or missing. */
  readonly ratio?: Spread;
}

/** By metric. */
export type TargetSummary = Readonly<Partial<Record<MetricName, MetricSummary>>>;

/** By target. */
export type CellSummary = Readonly<Record<string, TargetSummary>>;

/** One measured cell. */
export interface CellResult extends Pick<CellSpec, 'name' | 'reference' | 'headline'> {
  readonly summary: CellSummary;
  /** What the summary was made from. */
  readonly rounds: Rounds;
}
