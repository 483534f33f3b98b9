import { percentile } from '../../measure/stats.js';
import type { Outcome } from './job.js';

/** The outcome of a job. `latencies` are in milliseconds. Throws when there are none. */
export function outcomeOf(operations: number, seconds: number, latencies: Float64Array): Outcome {
  return { operations, seconds, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
}
