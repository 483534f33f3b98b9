import { type Metric, metrics } from '../harness/metrics.js';
import type { CellResult } from '../harness/results.js';
import type { MetricResult } from '../harness/rounds.js';

/** A markdown table: a line for each cell and contestant, a column for each quantity that was measured. */
export function cellTable(cells: readonly CellResult[]): string {
  const used = Object.entries<Metric>(metrics).filter(([name]) =>
    cells.some(({ summary }) => Object.values(summary).some((measured) => name in measured)),
  );
  const head = [
    'cell',
    'contestant',
    'ratio',
    ...used.map(([, { label, unit }]) => `${label} ${unit}`.trim()),
  ];
  const lines = cells.flatMap((cell) =>
    Object.entries(cell.summary).map(([contestant, measured]) => [
      cell.name,
      contestant,
      contestant === cell.reference ? '' : ratioText(measured[cell.headline]),
      ...used.map(([name]) => spreadText(measured[name])),
    ]),
  );
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function ratioText(result: MetricResult | undefined): string {
  const ratio = result?.ratio;
  return ratio === undefined
    ? ''
    : `**${ratio.median.toFixed(2)}** (${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)})`;
}

function spreadText(result: MetricResult | undefined): string {
  if (result === undefined) return '';
  const { median, min, max } = result;
  return `${short(median)} (${short(min)}–${short(max)})`;
}

/** Three digits that count. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
