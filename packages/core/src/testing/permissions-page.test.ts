import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { permissionsTables } from './permissions-page.js';

const PAGE = new URL('../../../../docs/permissions.md', import.meta.url);
const PART = /(<!-- permissions: [^\n]*-->\n)[\s\S]*?(\n<!-- end of permissions -->)/;

function withTables(page: string): string {
  return page.replace(
    PART,
    (_part, begin: string, end: string) => `${begin}\n${permissionsTables()}\n${end}`,
  );
}

test.runIf(process.env.WRITE_DOCS)('writes the tables of the permissions', () => {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')));
});

// After a change of a rule: WRITE_DOCS=1 npx vitest run --project core packages/core/src/testing/permissions-page.test.ts
test('docs/permissions.md has every rule of the files that decide', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(PART);
  expect(page).toBe(withTables(page));
});
