import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENTS } from '../protocol/events/table.js';

const TYPES = EVENTS.map(({ type }) => type);

const cellsOf = (row: string) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));

/** The cells of the rows of a table in the documents, which begins with the row `head`. */
function tableIn(name: string, head: string): string[][] {
  const page = readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
  const [, rows = ''] = page.split(`\n${head}\n`);
  return rows.slice(0, rows.indexOf('\n\n')).split('\n').slice(1).map(cellsOf);
}

/** The texts in backticks, without those in parentheses. */
const namesIn = (cell = '') =>
  [...cell.replace(/\([^)]*\)/g, '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The same, where `.deleted` after `group.created` stands for `group.deleted`. */
function typesOf(cell = ''): string[] {
  let noun = '';
  return namesIn(cell).map((name) => {
    if (!name.startsWith('.')) noun = name.slice(0, name.indexOf('.'));
    return name.startsWith('.') ? noun + name : name;
  });
}

test('docs/state.md says of each event what it does', () => {
  const rows = tableIn('state.md', '| event | in the stream of | effect |');
  const listed = rows.flatMap(([events]) => typesOf(events).filter((name) => name.includes('.')));
  expect([...new Set(listed)].sort()).toEqual(TYPES.toSorted());
});
