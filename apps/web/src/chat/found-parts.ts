interface Range {
  readonly start: number;
  readonly end: number;
}

interface Part extends Range {
  readonly text: string;
  readonly isFound: boolean;
}

/** A text in parts, by whether they were found. The ranges are in order and do not overlap. */
export function foundParts(text: string, ranges: readonly Range[]): readonly Part[] {
  const part = (start: number, end: number, isFound: boolean): Part => ({
    start,
    end,
    text: text.slice(start, end),
    isFound,
  });
  const starts = [0, ...ranges.map(({ end }) => end)];
  return [
    ...ranges.flatMap(({ start, end }, index) => [
      part(starts[index] ?? 0, start, false),
      part(start, end, true),
    ]),
    part(starts.at(-1) ?? 0, text.length, false),
  ].filter(({ start, end }) => start < end);
}
