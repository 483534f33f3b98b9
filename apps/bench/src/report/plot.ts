import { metrics } from '../harness/metrics.js';
import type { CellResult } from '../harness/results.js';
import type { Spread } from '../harness/stats.js';
import { short } from './table.js';

const LABELS = 210;
const PLOT = 460;
const VALUES = 90;
const BAR = 14;
const GAP = 10;
const TOP = 44;
const COLOURS = ['#3b6fb6', '#d1792b', '#5a9e57', '#8a62ab'];

/** One bar: how many times as good as the reference. */
interface Bar {
  readonly contestant: string;
  readonly times: Spread;
}

/**
 * Bars of how many times as good as the reference each contestant is, by the headline of each cell: its rate divided by
 * the reference's, or the reference's time divided by its own. The line at 1 is the reference; whiskers are the spread.
 */
export function plot(title: string, cells: readonly CellResult[]): string {
  const rows = rowsOf(cells);
  const contestants = [...new Set(rows.flatMap(({ bars }) => bars.map(({ contestant }) => contestant)))];
  const most = Math.max(1.1, ...rows.flatMap(({ bars }) => bars.map(({ times }) => times.max)));
  const x = (times: number) => LABELS + (times / most) * PLOT;
  const parts: string[] = [];
  let y = TOP;
  for (const { name, bars } of rows) {
    const middle = y + (bars.length * BAR) / 2 + 4;
    parts.push(text(LABELS - 8, middle, name, 'end'));
    for (const { contestant, times } of bars) {
      parts.push(bar(x, y, times, COLOURS[contestants.indexOf(contestant) % COLOURS.length] ?? ''));
      y += BAR;
    }
    y += GAP;
  }
  const line = `<path d="M${round(x(1))} ${TOP - 6}V${y - GAP + 4}" stroke="#555" stroke-dasharray="3 3"/>`;
  const legend = contestants.map((name, n) => legendEntry(name, n)).join('');
  const all = [text(8, 18, title, 'start', 'bold'), legend, ...parts, line, text(x(1), y + 8, '1', 'middle')];
  return svg(title, LABELS + PLOT + VALUES, y + 16, all);
}

/** Whether there is anything to show: somebody beside the reference. */
export function canPlot(cells: readonly CellResult[]): boolean {
  return rowsOf(cells).length > 0;
}

function rowsOf(cells: readonly CellResult[]) {
  return cells
    .map((cell) => ({ name: labelOf(cell), bars: barsOf(cell) }))
    .filter(({ bars }) => bars.length > 0);
}

function labelOf({ name, headline }: CellResult): string {
  return headline === 'rate' ? name : `${name}, ${metrics[headline].label}`;
}

function barsOf({ summary, reference, headline }: CellResult): Bar[] {
  return Object.entries(summary).flatMap(([contestant, measured]) => {
    const ratio = measured[headline]?.ratio;
    if (contestant === reference || ratio === undefined) return [];
    return [{ contestant, times: metrics[headline].better === 'higher' ? ratio : inverse(ratio) }];
  });
}

function inverse({ median, min, max }: Spread): Spread {
  return { median: 1 / median, min: 1 / max, max: 1 / min };
}

function bar(x: (times: number) => number, y: number, times: Spread, colour: string): string {
  const width = x(times.median) - LABELS;
  const middle = y + BAR / 2;
  const whisker = `<path d="M${round(x(times.min))} ${middle}H${round(x(times.max))}" stroke="#222"/>`;
  const box = `<rect x="${LABELS}" y="${y + 1}" width="${round(width)}" height="${BAR - 2}" fill="${colour}"/>`;
  return (
    box +
    whisker +
    text(x(Math.max(times.max, times.median)) + 6, middle + 4, `${short(times.median)} ×`, 'start')
  );
}

function legendEntry(name: string, n: number): string {
  const left = LABELS + n * 110;
  const swatch = `<rect x="${left}" y="24" width="10" height="10" fill="${COLOURS[n % COLOURS.length]}"/>`;
  return swatch + text(left + 15, 33, name, 'start');
}

function text(
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end',
  weight = 'normal',
): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-weight="${weight}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function svg(title: string, width: number, height: number, parts: readonly string[]): string {
  const style = 'font-family="system-ui, sans-serif" font-size="12" fill="#222"';
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${style}>`;
  // A ground of its own: pages may be dark.
  return `${open}\n<title>${escaped(title)}</title>\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
