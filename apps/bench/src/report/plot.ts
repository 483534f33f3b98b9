import type { CellResult } from '../harness/cell.js';
import { metrics } from '../measure/metrics.js';
import type { Spread } from '../measure/stats.js';
import { formatNumber } from './format.js';
import { round, svgDocument, svgText } from './svg.js';

// Pixels.
const LABEL_WIDTH = 210;
const PLOT_WIDTH = 460;
const VALUE_WIDTH = 90;
const BAR_HEIGHT = 14;
const ROW_GAP = 10;
const TOP = 44;
const LEGEND_WIDTH = 110;

const COLOURS = ['#3b6fb6', '#d1792b', '#5a9e57', '#8a62ab'];

/** One bar: how many times as good as the reference a target is. */
interface Bar {
  readonly target: string;
  readonly times: Spread;
}

interface Row {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** The horizontal position of a ratio. */
type Scale = (times: number) => number;

/**
 * A bar chart of how many times as good as the reference each target is, by the headline metric of each cell: its rate
 * divided by the reference's, or the reference's time divided by its own. The line at 1 is the reference; whiskers show
 * the spread.
 */
export function plot(title: string, cells: readonly CellResult[]): string {
  const rows = rowsOf(cells);
  const targets = [...new Set(rows.flatMap(({ bars }) => bars.map(({ target }) => target)))];
  const most = Math.max(1.1, ...rows.flatMap(({ bars }) => bars.map(({ times }) => times.max)));
  const x: Scale = (times) => LABEL_WIDTH + (times / most) * PLOT_WIDTH;
  const colourOf = (target: string) => COLOURS[targets.indexOf(target) % COLOURS.length] ?? '';
  const parts: string[] = [];
  let y = TOP;
  for (const row of rows) {
    parts.push(...drawRow(row, y, x, colourOf));
    y += row.bars.length * BAR_HEIGHT + ROW_GAP;
  }
  const line = `<path d="M${round(x(1))} ${TOP - 6}V${y - ROW_GAP + 4}" stroke="#555" stroke-dasharray="3 3"/>`;
  const legend = targets.map((name, n) => drawLegendEntry(name, n, colourOf(name))).join('');
  const heading = svgText(8, 18, title, { anchor: 'start', weight: 'bold' });
  const all = [heading, legend, ...parts, line, svgText(x(1), y + 8, '1', { anchor: 'middle' })];
  return svgDocument(title, LABEL_WIDTH + PLOT_WIDTH + VALUE_WIDTH, y + 16, all);
}

/** Whether there is a target to plot besides the reference. */
export function canPlot(cells: readonly CellResult[]): boolean {
  return rowsOf(cells).length > 0;
}

function rowsOf(cells: readonly CellResult[]): Row[] {
  return cells
    .map((cell) => ({ label: labelOf(cell), bars: barsOf(cell) }))
    .filter(({ bars }) => bars.length > 0);
}

function labelOf({ name, headline }: CellResult): string {
  return headline === 'rate' ? name : `${name}, ${metrics[headline].label}`;
}

function barsOf({ summary, reference, headline }: CellResult): Bar[] {
  return Object.entries(summary).flatMap(([target, measured]) => {
    const ratio = measured[headline]?.ratio;
    if (target === reference || ratio === undefined) return [];
    return [{ target, times: metrics[headline].better === 'higher' ? ratio : inverse(ratio) }];
  });
}

function inverse({ median, min, max }: Spread): Spread {
  return { median: 1 / median, min: 1 / max, max: 1 / min };
}

function drawRow(
  { label, bars }: Row,
  top: number,
  x: Scale,
  colourOf: (target: string) => string,
): string[] {
  const middle = top + (bars.length * BAR_HEIGHT) / 2 + 4;
  return [
    svgText(LABEL_WIDTH - 8, middle, label, { anchor: 'end' }),
    ...bars.map(({ target, times }, n) => drawBar(times, top + n * BAR_HEIGHT, x, colourOf(target))),
  ];
}

function drawBar(times: Spread, y: number, x: Scale, colour: string): string {
  const width = x(times.median) - LABEL_WIDTH;
  const middle = y + BAR_HEIGHT / 2;
  const whisker = `<path d="M${round(x(times.min))} ${middle}H${round(x(times.max))}" stroke="#222"/>`;
  const box = `<rect x="${LABEL_WIDTH}" y="${y + 1}" width="${round(width)}" height="${BAR_HEIGHT - 2}" fill="${colour}"/>`;
  const value = `${formatNumber(times.median)} ×`;
  return (
    box + whisker + svgText(x(Math.max(times.max, times.median)) + 6, middle + 4, value, { anchor: 'start' })
  );
}

function drawLegendEntry(name: string, n: number, colour: string): string {
  const left = LABEL_WIDTH + n * LEGEND_WIDTH;
  const swatch = `<rect x="${left}" y="24" width="10" height="10" fill="${colour}"/>`;
  return swatch + svgText(left + 15, 33, name, { anchor: 'start' });
}
