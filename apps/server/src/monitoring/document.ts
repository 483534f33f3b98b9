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
