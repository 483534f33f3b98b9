import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configurationTables } from './document.js';

const PAGE = new URL('../../../../docs/operations.md', import.meta.url);
const PART = /(<!-- configuration: [^\n]*-->\n)[\s\S]*?(\n<!-- end of configuration -->)/;

function withTables(page: string): string {
  return page.replace(
    PART,
    (_part, begin: string, end: string) => `${begin}\n${configurationTables()}${end}`,
  );
}

test.runIf(process.env.WRITE_DOCS)('writes the tables of the configuration', () => {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')));
});

// After a change of the table: npm run docs
test('docs/operations.md has every variable with its default and what is allowed', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(PART);
  expect(page).toBe(withTables(page));
});
