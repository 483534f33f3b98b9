import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandTable } from './document.js';
import { createProgram } from './program.js';

const PAGE = new URL('../../../../docs/operations.md', import.meta.url);
const PART = /(<!-- generated from the commands -->\n)[\s\S]*?(<!-- end of the commands -->)/;

function withTable(page: string): string {
  const table = commandTable(createProgram(process, false, () => {}));
  return page.replace(PART, (_part, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
}

test.runIf(process.env.WRITE_DOCS)('writes the table of the commands', () => {
  writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')));
});

// After a change of a command: npm run docs
test('docs/operations.md has every command', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(PART);
  expect(page).toBe(withTable(page));
});
