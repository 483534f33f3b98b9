import { expect, test } from 'vitest';
import { choose, importsOf, touches } from './choose.mjs';

const file = (path: string, rest: object = {}) => ({ path, seconds: 60, commits: 0, touched: 0, ...rest });
const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path);

test('what is touched comes first, then what has waited longest', () => {
  const files = [file('a', { commits: 9 }), file('b', { touched: 2 }), file('c', { touched: 1 }), file('d')];
  expect(paths(choose(files, { budgetSeconds: 180, head: 'x' }))).toEqual(['b', 'c', 'a']);
});

test('a file that does not fit leaves its place to one that does', () => {
  const files = [file('long', { touched: 2, seconds: 500 }), file('short')];
  expect(paths(choose(files, { budgetSeconds: 100, head: 'x' }))).toEqual(['short']);
});

test('files that have waited equally long take turns as commits come', () => {
  const files = Array.from({ length: 20 }, (_, index) => file(`f${index}`));
  const seen = new Set(
    Array.from({ length: 100 }, (_, commit) =>
      paths(choose(files, { budgetSeconds: 60, head: `commit ${commit}` })),
    ).flat(),
  );
  expect(seen.size).toBe(20);
});

test.each([
  ['the file itself', 'apps/server/test/workers.long.ts', 2],
  ['what it imports', 'apps/server/test/process/child.ts', 2],
  ['a folder of its name', 'apps/server/src/workers/pool.ts', 1],
  ['a file of its name', 'apps/server/src/workers.ts', 1],
  ['a name that only begins like it', 'apps/server/src/workers-pool.ts', 0],
  ['anything else', 'packages/core/src/index.ts', 0],
])('touched by %s', (_name, changed, expected) => {
  const path = 'apps/server/test/workers.long.ts';
  const imports = importsOf(path, "import { start } from './process/child.js';\nimport { x } from 'vitest';");
  expect(touches({ path, imports }, [changed])).toBe(expected);
});

test('imports are found above, beside and below a file', () => {
  const source = "import a from '../src/a.js';\nimport b from './b.js';\nexport { c } from './c/d.js';";
  expect(importsOf('x/y/z.long.ts', source)).toEqual(['x/src/a.ts', 'x/y/b.ts', 'x/y/c/d.ts']);
});
