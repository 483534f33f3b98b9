import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alertTable, metricTable } from './document.js';

const PAGE = new URL('../../../../docs/operations.md', import.meta.url);
const RULES = new URL('../../../../deploy/prometheus/alerts.yml', import.meta.url);

const METRICS = /(<!-- metrics: [^\n]*-->\n)[\s\S]*?(\n<!-- end of metrics -->)/;
const ALERTS = /(<!-- generated from the alerts -->\n)[\s\S]*?(\n<!-- end of the alerts -->)/;

const PARTS = [
  ['metrics', METRICS, metricTable],
  ['alerts', ALERTS, () => alertTable(readFileSync(RULES, 'utf8'))],
] as const;

// After a change of the metrics or the alerts: npm run docs
describe.each(PARTS)('the table of the %s in docs/operations.md', (_name, part, table) => {
  const withTable = (page: string) =>
    page.replace(part, (_part, begin: string, end: string) => `${begin}\n${table()}\n${end}`);

  test.runIf(process.env.WRITE_DOCS)('is written', () => {
    writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
  });

  test('has every one', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(page).toMatch(part);
    expect(page).toBe(withTable(page));
  });
});
