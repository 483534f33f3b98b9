/** The row that an arrow leads to from one at `at`; null for another key, and at the ends. */
export function stepIn<Row>(rows: readonly Row[], at: number, key: string): Row | null {
  if (key === 'ArrowDown') return rows[at + 1] ?? null;
  return key === 'ArrowUp' && at > 0 ? (rows[at - 1] ?? null) : null;
}
