/** A text as it is parsed, and the way back: its lines end with a line feed, and NUL is shown (CommonMark 0.31, 2.1 and 2.3). */
export class Source {
  readonly text: string;
  private readonly removed: readonly number[];
  private readonly lineStarts: readonly number[];

  constructor(original: string) {
    const removed: number[] = [];
    this.text = original.replace(/\r\n?|\0/g, (found, index: number) => {
      if (found === '\r\n') removed.push(index);
      return found === '\0' ? '\ufffd' : '\n';
    });
    this.removed = removed;
    const starts = [0];
    for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1))
      starts.push(at + 1);
    this.lineStarts = starts;
  }

  startOfLine(line: number): number {
    return this.lineStarts[line] ?? this.text.length;
  }

  endOfLine(line: number): number {
    const next = this.lineStarts[line + 1];
    return next === undefined ? this.text.length : next - 1;
  }

  line(line: number): string {
    return this.text.slice(this.startOfLine(line), this.endOfLine(line));
  }

  /** The place in the original of one in the text. */
  original(place: number): number {
    if (this.removed.length === 0) return place;
    let [low, high] = [0, this.removed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      // Each was removed before the places that follow it, one unit for each of those before.
      if ((this.removed[middle] ?? 0) - middle < place) low = middle + 1;
      else high = middle;
    }
    return place + low;
  }
}
