import type { JudgedGoal } from '../harness/goals.js';
import { metricNames, metrics } from '../harness/metrics.js';
import type { CellResult } from '../harness/results.js';
import type { Measured, MetricResult } from '../harness/rounds.js';
import type { Spread } from '../harness/stats.js';

/** A line for each cell and contestant, a column for each quantity that was measured. */
export function cellTable(cells: readonly CellResult[]): string {
  const measured = cells.flatMap(({ summary }) => Object.values(summary));
  const used = metricNames.filter((name) => name !== 'noise' && measured.some((found) => name in found));
  const head = [
    '',
    'contestant',
    'ratio',
    ...used.map((name) => `${metrics[name].label}, ${metrics[name].unit}`),
  ];
  const lines = cells.flatMap((cell) =>
    Object.entries(cell.summary).map(([contestant, found], n) => [
      n === 0 ? cell.name : '',
      contestant,
      contestant === cell.reference ? '1' : ratioText(found, cell),
      ...used.map((name) => valueText(found[name])),
    ]),
  );
  return markdownTable(head, lines);
}

/** What was to be reached, and whether it was. */
export function goalTable(goals: readonly JudgedGoal[]): string {
  const lines = goals.map(({ cell, metric, of, to, bound, found, reached }) => [
    cell,
    `${metrics[metric].label} of ${of}${to === null ? `, ${metrics[metric].unit}` : ` ÷ ${to}`}`,
    'atLeast' in bound ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`,
    `**${short(found.median)}** ${range(found)}`,
    reached ? 'yes' : 'no',
  ]);
  return markdownTable(['', 'what', 'goal', 'median (spread)', 'reached'], lines);
}

/** Three digits that count. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

function ratioText(found: Measured, { headline }: CellResult): string {
  const ratio = found[headline]?.ratio;
  if (ratio === undefined) return '';
  const what = headline === 'rate' ? '' : ` of ${metrics[headline].label}`;
  return `**${short(ratio.median)}**${what} ${range(ratio)}`;
}

function valueText(result: MetricResult | undefined): string {
  return result === undefined ? '' : `${short(result.median)} ${range(result)}`;
}

function range({ min, max }: Spread): string {
  return min === max ? '' : `(${short(min)}–${short(max)})`;
}

function markdownTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
