import { type MetricName, metricNames } from '../measure/metrics.js';
import { spread } from '../measure/stats.js';
import type { CellResult, CellSpec, CellSummary, MetricSummary, Rounds, Sample } from './cell.js';

/** Measures a cell in `count` alternating rounds. */
export async function measureCell(cell: CellSpec, count: number): Promise<CellResult> {
  const { name, reference, headline, targets } = cell;
  const rounds = await alternate(targets, count);
  return { name, reference, headline, summary: summarise(rounds, reference), rounds };
}

/**
 * Measures the targets in alternation (A B C A B C), so that whatever slows the machine for a while slows all of them.
 * Rejects when one measurement fails: a cell with a failed measurement has no figures.
 */
export async function alternate(targets: CellSpec['targets'], count: number): Promise<Rounds> {
  const rounds: Record<string, Sample[]> = {};
  for (let round = 1; round <= count; round += 1) {
    for (const [target, measure] of Object.entries(targets)) {
      rounds[target] ??= [];
      rounds[target].push(await measure());
    }
  }
  return rounds;
}

/** Medians and spreads over the rounds, of the values and of their ratios to the reference in the same round. */
export function summarise(rounds: Rounds, reference: string): CellSummary {
  const referenceSamples = rounds[reference] ?? [];
  const entries = Object.entries(rounds).map(([target, samples]) => {
    const measured = metricNames.filter((metric) => samples[0]?.[metric] !== undefined);
    const metrics = measured.map((metric) => [metric, summariseMetric(metric, samples, referenceSamples)]);
    return [target, Object.fromEntries(metrics)];
  });
  return Object.fromEntries(entries);
}

function summariseMetric(
  metric: MetricName,
  samples: readonly Sample[],
  referenceSamples: readonly Sample[],
): MetricSummary {
  const values = spread(samples.flatMap((sample) => sample[metric] ?? []));
  const found = ratios(metric, samples, referenceSamples);
  return found.length === 0 ? values : { ...values, ratio: spread(found) };
}

/**
 * The ratios of one target's values to the reference's in the same round, without those that are missing or divided by
 * zero.
 */
export function ratios(
  metric: MetricName,
  samples: readonly Sample[],
  referenceSamples: readonly Sample[],
): number[] {
  return samples.flatMap((sample, round) => {
    const value = sample[metric];
    const divisor = referenceSamples[round]?.[metric];
    return value === undefined || !divisor ? [] : [value / divisor];
  });
}
