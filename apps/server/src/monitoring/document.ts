import { METRICS } from './metric-table.js';
import { REQUEST_METRICS } from './request-metrics.js';

interface DocumentedMetric {
  readonly name: string;
  readonly type: string;
  readonly label?: string;
  readonly help: string;
}

/** The table of the service's own metrics in docs/operations.md, in Markdown. */
export function metricTable(): string {
  const metrics: readonly DocumentedMetric[] = [...Object.values(REQUEST_METRICS), ...METRICS];
  const rows = metrics.map(
    ({ name, type, label, help }) => `| \`${name}\` | ${type} | ${label ?? ''} | ${help} |`,
  );
  return ['| metric | type | labels | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The table of the alerts in docs/operations.md, of the rules for Prometheus. */
export function alertTable(rules: string): string {
  const rows = [...rules.matchAll(/- alert: (\w+)[\s\S]*?summary: (.*)/g)].map(
    ([, name, summary = '']) => `| \`${name}\` | ${plain(summary)} |`,
  );
  return ['| alert | what it says |', '| --- | --- |', ...rows].join('\n');
}

/** A summary without a value: its labels by their names. */
const plain = (summary: string) =>
  summary.replaceAll(/"?\{\{ \$labels\.(\w+) \}\}"?/g, '`$1`').replaceAll('{{ $value }}', 'N');
