import { collectDefaultMetrics, Registry } from 'prom-client';
import { METRICS, type Measures, type Metric } from './metric-table.js';
import { registerReadMetric, type Series } from './read-metric.js';
import type { RequestCounts } from './request-counts.js';
import { registerRequestMetrics } from './request-metrics.js';

/** Gives the metrics in the text format of Prometheus. Scrapes at the same time share one. */
export type Scrape = () => Promise<string>;

/** The media type of a scrape. */
export const SCRAPE_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Makes the metrics of one service, with those of its process, which are collected from now on. */
export function createScrape(requests: RequestCounts, measure: () => Promise<Measures>): Scrape {
  const registry = new Registry();
  let measures: Measures | null = null;
  registerRequestMetrics(registry, requests);
  for (const metric of METRICS) {
    registerReadMetric(registry, metric, () => (measures ? seriesOf(metric, measures) : []));
  }
  collectDefaultMetrics({ register: registry });
  let running: Promise<string> | null = null;
  const scrape = async () => {
    measures = await measure();
    return registry.metrics();
  };
  return () => {
    running ??= scrape().finally(() => {
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
