import type { Source } from './source.js';

/** Gives the place in the source of each place in a text of several lines, of which each ends where its line does. */
export function linePlaces(source: Source, content: string, firstLine: number): (at: number) => number {
  const begins: number[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const [index, line] of content.split('\n').entries()) {
    begins.push(at);
    offsets.push(placeOfLine(source, line, firstLine + index) - at);
    at += line.length + 1;
  }
  return (place) => {
    const line = begins.length === 1 ? 0 : Math.max(0, lastAtMost(begins, place));
    return Math.max(0, place + (offsets[line] ?? 0));
  };
}

/** Where a line of a paragraph or heading begins: what stands before it is marks of what it is in. */
function placeOfLine(source: Source, content: string, line: number): number {
  const shown = content.trim();
  const indent = content.length - content.trimStart().length;
  return source.startOfLine(line) + Math.max(0, source.line(line).lastIndexOf(shown)) - indent;
}

/** The index of the last of the numbers that is not more than a value; -1 for none. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let [low, high] = [-1, sorted.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where each line of code begins. */
export function codeLines(source: Source, text: string, firstLine: number): number[] {
  return text.split('\n').map((line, index) => {
    const number = firstLine + index;
    return Math.max(source.startOfLine(number), source.endOfLine(number) - line.length);
  });
}

/** Gives the places of the cells of a row, from the first to the last; a bar in one has a backslash before it. */
export function cellPlaces(source: Source, line: number): (content: string) => (at: number) => number {
  const row = source.line(line);
  const start = source.startOfLine(line);
  let from = 0;
  return (content) => {
    const typed = content.replaceAll('|', String.raw`\|`);
    const found = Math.max(from, row.indexOf(typed, from));
    from = found + typed.length;
    const bars: number[] = [];
    for (let bar = content.indexOf('|'); bar !== -1; bar = content.indexOf('|', bar + 1)) bars.push(bar);
    return (at) => start + found + at + lastAtMost(bars, at - 1) + 1;
  };
}
