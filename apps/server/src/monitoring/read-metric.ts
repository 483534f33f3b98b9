import type { Gauge, Registry } from 'prom-client';

/** The head of a metric. */
export interface MetricHead {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
}

/** One value of a metric. */
export interface Series {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Where it is not the name of the metric, as those of a histogram. */
  readonly metricName?: string;
}

/**
 * Registers a metric whose values are read from plain numbers at each scrape. prom-client's own counters and histograms hash
 * the labels at each observation, which costs a request more than everything else that is counted about it.
 */
export function registerReadMetric(registry: Registry, head: MetricHead, read: () => Series[]): void {
  const metric = { ...head, get: async () => ({ ...head, values: read() }) };
  // A registry uses `name` and `get`; its type names only prom-client's own classes.
  registry.registerMetric(metric as unknown as Gauge);
}
