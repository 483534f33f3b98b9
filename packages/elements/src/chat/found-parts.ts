interface Range {
  readonly start: number;
  readonly end: number;
}

interface Part extends Range {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text in parts, by whether they were found. The ranges are in order; where two show the same, it is found once. */
export function foundParts(text: string, ranges: readonly Range[]): readonly Part[] {
  const part = (start: number, end: number, isFound: boolean): Part => ({
    start,
    end,
    text: text.slice(start, end),
    isFound,
  });
  const parts: Part[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    if (end <= from) continue;
    parts.push(part(from, Math.max(from, start), false), part(Math.max(from, start), end, true));
    from = end;
  }
  return [...parts, part(from, text.length, false)].filter(({ start, end }) => start < end);
}
