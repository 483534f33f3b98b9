/** The upper bounds of the buckets of a duration, in seconds. */
export const DURATION_BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

/** The answered requests of one operation. */
export interface OperationCounts {
  /** How many, by the status of the answer. */
  readonly byStatus: Map<number, number>;
  /** How many took up to each bound and longer than the one before; the last ones took longer than every bound. */
  readonly byDuration: number[];
  /** The sum of the durations. */
  seconds: number;
}

/**
 * Counts answered requests. Every request adds to plain numbers here, which the metrics read when they are asked for: an
 * observation by prom-client, which hashes the labels each time, costs 50 times as much.
 */
export class RequestCounts {
  readonly byOperation = new Map<string, OperationCounts>();

  /** `operation` is one of a closed set of names, or the metrics would have series without end. */
  add(operation: string, status: number, seconds: number): void {
    const counts = this.byOperation.get(operation) ?? this.#open(operation);
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    const bucket = bucketOf(seconds);
    counts.byDuration[bucket] = (counts.byDuration[bucket] ?? 0) + 1;
    counts.seconds += seconds;
  }

  #open(operation: string): OperationCounts {
    const counts = {
      byStatus: new Map<number, number>(),
      byDuration: new Array<number>(DURATION_BOUNDS.length + 1).fill(0),
      seconds: 0,
    };
    this.byOperation.set(operation, counts);
    return counts;
  }
}

function bucketOf(seconds: number): number {
  const index = DURATION_BOUNDS.findIndex((bound) => seconds <= bound);
  return index === -1 ? DURATION_BOUNDS.length : index;
}
