import type { Registry } from 'prom-client';
import { registerReadMetric, type Series } from './read-metric.js';
import { DURATION_BOUNDS, type OperationCounts, type RequestCounts } from './request-counts.js';

/** The metrics of requests, for docs/operations.md. */
export const REQUEST_METRICS = {
  requests: {
    name: 'palaver_requests_total',
    type: 'counter',
    label: 'operation, status',
    help: 'Answered requests; each call of a native batch counts as one, with the status of the batch',
  },
  durations: {
    name: 'palaver_request_duration_seconds',
    type: 'histogram',
    label: 'operation',
    help: 'From the headers of a request to the last byte of its answer',
  },
} as const;

const { requests, durations } = REQUEST_METRICS;

/** Registers the metrics of requests. */
export function registerRequestMetrics(registry: Registry, { byOperation }: RequestCounts): void {
  registerReadMetric(registry, requests, () =>
    [...byOperation].flatMap(([operation, { byStatus }]) =>
      [...byStatus].map(([status, value]) => ({ labels: { operation, status }, value })),
    ),
  );
  registerReadMetric(registry, durations, () =>
    [...byOperation].flatMap(([operation, counts]) => durationSeries(operation, counts)),
  );
}

/** The series of a histogram: how many took up to each bound, the sum of the durations, and how many there are. */
function durationSeries(operation: string, { byDuration, seconds }: OperationCounts): Series[] {
  let count = 0;
  const buckets = byDuration.map((within, index) => {
    count += within;
    const le = DURATION_BOUNDS[index] ?? '+Inf';
    return { metricName: `${durations.name}_bucket`, labels: { operation, le }, value: count };
  });
  const labels = { operation };
  return [
    ...buckets,
    { metricName: `${durations.name}_sum`, labels, value: seconds },
    { metricName: `${durations.name}_count`, labels, value: count },
  ];
}
