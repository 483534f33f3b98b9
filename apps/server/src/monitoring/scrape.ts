import { collectDefaultMetrics, Registry } from 'prom-client';
import { METRICS, type Measures, type Metric } from './metric-table.js';
import { registerReadMetric, type Series } from './read-metric.js';
import type { MetricReport } from './report.js';
import type { RequestCounts } from './request-counts.js';
import { registerRequestMetrics } from './request-metrics.js';

/** Gives the metrics in the text format of Prometheus. */
export type Scrape = () => Promise<string>;

/** The metrics of one process. Those who ask at the same time share one measurement. */
export interface ProcessMetrics {
  readonly text: Scrape;
  /** The same for another process. */
  readonly report: () => Promise<readonly MetricReport[]>;
}

/** The media type of a scrape. */
export const SCRAPE_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Makes the metrics of one service, with those of its process, which are collected from now on. */
export function createScrape(requests: RequestCounts, measure: () => Promise<Measures>): ProcessMetrics {
  const registry = new Registry();
  let measures: Measures | null = null;
  registerRequestMetrics(registry, requests);
  for (const metric of METRICS) {
    registerReadMetric(registry, metric, () => (measures ? seriesOf(metric, measures) : []));
  }
  collectDefaultMetrics({ register: registry });
  const afterMeasuring = <Result>(read: () => Promise<Result>) =>
    shared(async () => {
      measures = await measure();
      return read();
    });
  return {
    text: afterMeasuring(() => registry.metrics()),
    // A registry's type has the metrics of prom-client's own classes alone.
    report: afterMeasuring(() => registry.getMetricsAsJSON() as Promise<unknown> as Promise<MetricReport[]>),
  };
}

/** Runs `work` once for all that ask while it runs. */
function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

function seriesOf({ label = '', read }: Metric, measures: Measures): Series[] {
  const reading = read(measures);
  if (reading === null) return [];
  if (typeof reading === 'number') return [{ labels: {}, value: reading }];
  return Object.entries(reading).map(([key, value]) => ({ labels: { [label]: key }, value }));
}
