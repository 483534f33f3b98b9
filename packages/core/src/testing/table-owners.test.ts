import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tables } from '@palaver/db';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { type Access, OWNED_BY_OTHERS, READS_OF_OTHERS, WRITES_OF_OTHERS } from './table-owners.js';

/** The sources with statements: the core's slices, and the service. */
const FOLDERS = { '': '../', 'apps/server': '../../../../apps/server/src/' } as const;
const NOT_SOURCES = /\.(?:test|long|fixture)\.ts$|(?:^|\/)(?:testing|dist)\//;

const NAMES = new Map<string, string>();
for (const [name, table] of Object.entries(tables))
  if (is(table, PgTable)) NAMES.set(name, name).set(getTableConfig(table).name, name);

/** A table by its name in `tables`, with its owner. */
const OWNERS: ReadonlyMap<string, string> = new Map([...filesOfTables(), ...Object.entries(OWNED_BY_OTHERS)]);

test('each table has a file of the schema, and an owner that exists', () => {
  const files = new Map(filesOfTables());
  expect([...files.keys()].toSorted()).toEqual([...new Set(NAMES.values())].toSorted());
  // An exception that says what the file says already is not needed.
  for (const [table, slice] of Object.entries(OWNED_BY_OTHERS)) expect(files.get(table)).not.toBe(slice);
  const nowhere = [...OWNERS].filter(([, slice]) => !existsSync(folderOf(slice)));
  expect(nowhere).toEqual([]);
});

const ADVICE =
  'Call a function of the slice that owns the table, in place of a statement of your own. A table that is not ' +
  'used any more is taken out of table-owners.ts';

test('a slice writes its own tables, and reads its own', () => {
  const found = { reads: new Map<string, Set<string>>(), writes: new Map<string, Set<string>>() };
  for (const { slice, text } of sources()) {
    for (const kind of ['reads', 'writes'] as const) {
      const others = [...mentioned(text, kind)].filter((table) => OWNERS.get(table) !== slice);
      const known = found[kind].get(slice) ?? new Set();
      for (const table of others) known.add(table);
      if (known.size > 0) found[kind].set(slice, known);
    }
  }
  for (const [slice, tables] of found.writes)
    for (const table of tables) found.reads.get(slice)?.delete(table);
  // One that is not needed any more fails as well: the lists only get shorter.
  expect(listed(found.writes), ADVICE).toEqual(WRITES_OF_OTHERS);
  expect(listed(found.reads), ADVICE).toEqual(READS_OF_OTHERS);
});

function* sources(): Iterable<{ readonly slice: string; readonly text: string }> {
  for (const [slice, folder] of Object.entries(FOLDERS)) {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
      const file = entry.split(sep).join('/');
      if (!file.endsWith('.ts') || NOT_SOURCES.test(file)) continue;
      const text = readFileSync(join(path, entry), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      yield { slice: slice || (file.split('/')[0] ?? ''), text };
    }
  }
}

/** How statements name a table: as the builder does, or in SQL, where a column of a template can stand in its place. */
const PATTERNS = {
  reads: [
    /const \{([^}]*)\} = tables/g,
    /tables\.(\w+)/g,
    /\b(?:from|join|into|update|lock table)\s+(?:only\s+)?"?(\w+)/g,
  ],
  writes: [
    /\b(?:tx|q|db)\s*\.(?:insert|update|delete)\(\s*(?:tables\.)?(\w+)/g,
    /\b(?:insert into|update|delete from|copy)\s+"?(?:\$\{(?:tables\.)?)?(\w+)/g,
  ],
} as const;

function mentioned(text: string, kind: keyof typeof PATTERNS): Set<string> {
  const names = PATTERNS[kind].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, found = '']) => found.match(/\w+/g) ?? []),
  );
  return new Set(names.flatMap((name) => NAMES.get(name) ?? []));
}

/** Each table with the name of its file. */
function filesOfTables(): Array<readonly [table: string, file: string]> {
  const schema = fileURLToPath(new URL('../../../db/src/schema/', import.meta.url));
  return readdirSync(schema).flatMap((file) => {
    const text = readFileSync(join(schema, file), 'utf8');
    const found = [...text.matchAll(/^export const (\w+).* = pgTable\(/gm)];
    return found.map(([, table = '']) => [table, basename(file, '.ts')] as const);
  });
}

function folderOf(slice: string): string {
  const folder = slice === 'apps/server' ? FOLDERS[slice] : `../${slice}`;
  return fileURLToPath(new URL(folder, import.meta.url));
}

function listed(found: ReadonlyMap<string, ReadonlySet<string>>): Access {
  const slices = [...found].filter(([, names]) => names.size > 0);
  return Object.fromEntries(slices.map(([slice, names]) => [slice, [...names].toSorted()]));
}
