/** Lines with aligned columns; the first row is the heading. */
export function table(rows: ReadonlyArray<ReadonlyArray<string | number | null>>): string {
  const texts = rows.map((row) => row.map((cell) => String(cell ?? '-')));
  const widths = texts.reduce<number[]>(
    (longest, row) => row.map((cell, n) => Math.max(longest[n] ?? 0, cell.length)),
    [],
  );
  return texts
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
