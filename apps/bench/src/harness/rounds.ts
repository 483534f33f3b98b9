import { type MetricName, metricNames } from './metrics.js';
import { type Spread, spread } from './stats.js';

/** What one contestant did in one round. */
export type Sample = Readonly<Partial<Record<MetricName, number>>>;

/** One line of the tables: the same work for several contestants. */
export interface CellSpec {
  readonly name: string;
  /** Whom the others are divided by, in the same round. */
  readonly reference: string;
  /** What is compared and plotted. */
  readonly headline: MetricName;
  /** Each does its work once, by contestant; the first is first in every round. */
  readonly contestants: Readonly<Record<string, () => Promise<Sample>>>;
}

/** By contestant, a sample for each round. */
export type Rounds = Readonly<Record<string, readonly Sample[]>>;

export interface MetricResult extends Spread {
  /** To the reference's value in the same round; absent where that is zero or missing. */
  readonly ratio?: Spread;
}

/** By metric. */
export type Measured = Readonly<Partial<Record<MetricName, MetricResult>>>;

/** By contestant. */
export type CellSummary = Readonly<Record<string, Measured>>;

/**
 * Lets the contestants take turns, A B C A B C, so that whatever slows the machine for a while slows all of them.
 * Rejects with the first that fails: a cell with a failed run has no figures.
 */
export async function alternate(
  contestants: CellSpec['contestants'],
  count: number,
  onRound: (round: number) => void = () => {},
): Promise<Rounds> {
  const rounds: Record<string, Sample[]> = {};
  for (let round = 1; round <= count; round += 1) {
    for (const [name, work] of Object.entries(contestants)) {
      rounds[name] ??= [];
      rounds[name].push(await work());
    }
    onRound(round);
  }
  return rounds;
}

/** Medians and spreads over the rounds, of the values and of their ratios to the reference in the same round. */
export function summarise(rounds: Rounds, reference: string): CellSummary {
  const yardstick = rounds[reference] ?? [];
  const entries = Object.entries(rounds).map(([name, samples]) => {
    const measured = metricNames.filter((metric) => samples[0]?.[metric] !== undefined);
    return [name, Object.fromEntries(measured.map((metric) => [metric, judge(metric, samples, yardstick)]))];
  });
  return Object.fromEntries(entries);
}

function judge(metric: MetricName, samples: readonly Sample[], yardstick: readonly Sample[]): MetricResult {
  const values = spread(samples.flatMap((sample) => sample[metric] ?? []));
  const found = ratios(metric, samples, yardstick);
  return found.length === 0 ? values : { ...values, ratio: spread(found) };
}

/** One contestant's values divided by another's of the same round, leaving out what is missing or divided by zero. */
export function ratios(
  metric: MetricName,
  samples: readonly Sample[],
  yardstick: readonly Sample[],
): number[] {
  return samples.flatMap((sample, round) => {
    const value = sample[metric];
    const unit = yardstick[round]?.[metric];
    return value === undefined || !unit ? [] : [value / unit];
  });
}
