/** Lines with aligned columns; the first row is the heading. A heading alone is a sentence that there is nothing. */
export function table(rows: ReadonlyArray<ReadonlyArray<string | number | null>>): string {
  if (rows.length === 1) return 'There is nothing to list.';
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
