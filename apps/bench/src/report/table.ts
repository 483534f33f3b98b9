import type { CellResult, MetricSummary, TargetSummary } from '../harness/cell.js';
import type { GoalResult } from '../harness/goals.js';
import { type MetricName, metricNames, metrics } from '../measure/metrics.js';
import type { Spread } from '../measure/stats.js';
import { formatNumber } from './format.js';

/** A row for each cell and target, a column for each metric that was measured. */
export function cellTable(cells: readonly CellResult[]): string {
  const summaries = cells.flatMap(({ summary }) => Object.values(summary));
  const used = metricNames.filter((name) => name !== 'noise' && summaries.some((summary) => name in summary));
  const head = ['', 'target', 'ratio', ...used.map(labelWithUnit)];
  const rows = cells.flatMap((cell) =>
    Object.entries(cell.summary).map(([target, summary], n) => [
      n === 0 ? cell.name : '',
      target,
      target === cell.reference ? '1' : ratioText(summary, cell),
      ...used.map((name) => valueText(summary[name])),
    ]),
  );
  return markdownTable(head, rows);
}

/** A row for each goal, with whether it was reached. */
export function goalTable(goals: readonly GoalResult[]): string {
  const rows = goals.map((goal) => [
    goal.cell,
    quantityText(goal),
    'atLeast' in goal.bound ? `≥ ${goal.bound.atLeast}` : `≤ ${goal.bound.atMost}`,
    `**${formatNumber(goal.measured.median)}** ${rangeText(goal.measured)}`,
    goal.reached ? 'yes' : 'no',
  ]);
  return markdownTable(['', 'what', 'goal', 'median (spread)', 'reached'], rows);
}

function quantityText({ metric, of, to }: GoalResult): string {
  const { label, unit } = metrics[metric];
  if (to !== null) return `${label} of ${of} ÷ ${to}`;
  return unit === '' ? `${label} of ${of}` : `${label} of ${of}, ${unit}`;
}

function labelWithUnit(name: MetricName): string {
  const { label, unit } = metrics[name];
  return unit === '' ? label : `${label}, ${unit}`;
}

function ratioText(summary: TargetSummary, { headline }: CellResult): string {
  const ratio = summary[headline]?.ratio;
  if (ratio === undefined) return '';
  const prefix = headline === 'rate' ? '' : `${metrics[headline].label}: `;
  return `${prefix}**${formatNumber(ratio.median)}** ${rangeText(ratio)}`;
}

function valueText(summary: MetricSummary | undefined): string {
  return summary === undefined ? '' : `${formatNumber(summary.median)} ${rangeText(summary)}`;
}

function rangeText({ min, max }: Spread): string {
  return min === max ? '' : `(${formatNumber(min)}–${formatNumber(max)})`;
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
