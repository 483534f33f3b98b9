import type { Goal } from '../../harness/goals.js';

/** The name of a target and the number of messages in its database. */
type DataSize = readonly [name: string, messages: number];

/** Targets whose data differ in size only. */
export interface DataSizes {
  readonly smallest: DataSize;
  readonly between: readonly DataSize[];
  readonly largest: DataSize;
}

/** From the smallest to the largest. */
export function inOrder({ smallest, between, largest }: DataSizes): readonly DataSize[] {
  return [smallest, ...between, largest];
}

/** The largest must have nearly the throughput and cost of the smallest. */
export function growthGoals(cell: string, { smallest, largest }: DataSizes): Goal[] {
  const ratio = { cell, of: largest[0], to: smallest[0] };
  return [
    { ...ratio, metric: 'rate', bound: { atLeast: 0.8 } },
    { ...ratio, metric: 'cpu', bound: { atMost: 1.2 } },
  ];
}
