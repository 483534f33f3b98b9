/** The row that a key leads to from one at `at`; null for a key that leads nowhere, and at the ends. */
export function stepIn<Row>(rows: readonly Row[], at: number, key: string): Row | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return next === undefined || next < 0 || next === at ? null : (rows[next] ?? null);
}
