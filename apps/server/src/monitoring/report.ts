import { Registry } from 'prom-client';
import { METRICS } from './metric-table.js';
import { type MetricHead, registerReadMetric, type Series } from './read-metric.js';

/** The values of one metric at one instant, as they go from process to process. */
export interface MetricReport extends MetricHead {
  readonly values: readonly Series[];
}

/** The metrics of one worker. */
export interface WorkerReport {
  readonly worker: number;
  readonly metrics: readonly MetricReport[];
}

/** The metrics of all workers, and what the primary alone knows. */
export interface ServiceReport {
  readonly workers: readonly WorkerReport[];
  /** Null for the operator's own Postgres. */
  readonly postgresRestarts: number | null;
}

/** The text of a scrape: each series of each worker, with the label `worker`. */
export function textOf({ workers, postgresRestarts }: ServiceReport): Promise<string> {
  const registry = new Registry();
  const merged = new Map<string, { readonly head: MetricHead; readonly series: Series[] }>();
  for (const { worker, metrics } of workers) {
    for (const { name, type, help, values } of metrics) {
      const { series } = getOrAdd(merged, { name, type, help });
      series.push(...values.map((value) => ({ ...value, labels: { ...value.labels, worker } })));
    }
  }
  const restarts = METRICS.find(({ name }) => name === 'palaver_postgres_restarts_total');
  if (restarts && postgresRestarts !== null) {
    getOrAdd(merged, restarts).series.push({ labels: {}, value: postgresRestarts });
  }
  for (const { head, series } of merged.values()) registerReadMetric(registry, head, () => series);
  return registry.metrics();
}

function getOrAdd(merged: Map<string, { head: MetricHead; series: Series[] }>, head: MetricHead) {
  const entry = merged.get(head.name) ?? { head, series: [] };
  merged.set(head.name, entry);
  return entry;
}
