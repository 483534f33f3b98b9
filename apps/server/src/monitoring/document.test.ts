import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { metricTable } from './document.js';

const PAGE = new URL('../../../../docs/operations.md', import.meta.url);
const PART = /(<!-- metrics: [^\n]*-->\n)[\s\S]*?(\n<!-- end of metrics -->)/;

function withTable(page: string): string {
  return page.replace(PART, (_part, begin: string, end: string) => `${begin}\n${metricTable()}\n${end}`);
}

test.runIf(process.env.WRITE_DOCS)('writes the table of the metrics', () => {
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
});

// After a change of the metrics: WRITE_DOCS=1 npx vitest run --project server apps/server/src/monitoring
test('docs/operations.md has every metric', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(PART);
  expect(page).toBe(withTable(page));
});
