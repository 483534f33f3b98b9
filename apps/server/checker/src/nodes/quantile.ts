/** The `share` smallest of some figures end with this one: 0.99 for the 99th percentile, 1 for the largest. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
