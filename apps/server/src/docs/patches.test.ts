import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGE = read('docs/patches.md');
const PATCHES = [...read('pnpm-workspace.yaml').matchAll(/: (\S+\.patch)$/gm)].map(([, path = '']) => path);

test('each patch has a section, and each numbered change of it a row', () => {
  expect(PATCHES.length).toBeGreaterThan(0);
  for (const path of PATCHES) {
    const [section] = PAGE.split(/^## /m).filter((part) =>
      part.includes(`\`${path.replace(/\/[^/]*$/, '')}\``),
    );
    const changes = [...read(path).matchAll(/^\+.*palaver, ((?:fix|speed) \d+)/gim)].map(([, name]) => name);
    for (const change of new Set(changes)) expect(section).toContain(`| ${change}: `);
  }
});

test('each test that the page names is there', () => {
  const named = [...PAGE.matchAll(/`(\S+\.(?:test|long)\.ts)`: (.*?) \|/g)];
  expect(named.length).toBeGreaterThan(readdirSync(join(ROOT, 'packages/db/patches')).length);
  for (const [, file = '', title = ''] of named) expect(read(file)).toContain(`'${title}'`);
});
