/** Where the values lie, over rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The smallest value that at least `share` (0 to 1) of all are not above. Throws for no values. */
export function percentile(values: readonly number[] | Float64Array, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('There is no percentile of nothing.');
  return value;
}

/** The middle value, or the mean of the two middle ones. Throws for no values. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing.');
  return (lower + upper) / 2;
}

/** Throws for no values. */
export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
