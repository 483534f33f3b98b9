import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENTS, typesWhere } from '../protocol/events/table.js';

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

test('docs/protocol.md says which stream has which events', () => {
  const rows = tableIn('protocol.md', '| stream | events |');
  const listed = rows.map(([kind, events]) => [kind, [...new Set(namesIn(events))].sort()]);
  const kinds = ['channel', 'server', 'user'] as const;
  expect(listed).toEqual(kinds.map((kind) => [kind, typesWhere(({ streams }) => kind in streams).sort()]));
});

test('docs/protocol.md says what is left of a superseded event', () => {
  const rows = tableIn('protocol.md', '| event | superseded, it has |');
  const listed = rows.flatMap(([events, left]) =>
    typesOf(events).map((type) => [
      type,
      namesIn(left)
        .map((field) => field.replace(/:.*/, ''))
        .sort(),
    ]),
  );
  const emptied = EVENTS.flatMap(({ type, facts }) =>
    'emptied' in facts ? [[type, Object.keys(facts.emptied).sort()]] : [],
  );
  expect(listed).toEqual(emptied);
});

test('docs/reference.md has each event once, with its fields beside those of a record', () => {
  const rows = tableIn('reference.md', '| event | `data` without `seq` and `streamId` |');
  expect(rows.flatMap(([events]) => namesIn(events)).sort()).toEqual(TYPES.toSorted());
  for (const [events = '', data = ''] of rows) {
    for (const { type, schema } of EVENTS.filter(({ type }) => namesIn(events).includes(type))) {
      const { seq: _seq, ...shape } = schema.shape.data.shape;
      const fields = Object.keys(shape).filter((field) => field !== 'streamId');
      const ofRecord = /^[A-Z]/.test(data) ? fields : [];
      expect([...new Set([...namesIn(data), ...ofRecord])].sort(), type).toEqual(fields.sort());
    }
  }
});

test('docs/state.md says of each event what it does', () => {
  const rows = tableIn('state.md', '| event | in the stream of | effect |');
  const listed = rows.flatMap(([events]) => typesOf(events).filter((name) => name.includes('.')));
  expect([...new Set(listed)].sort()).toEqual(TYPES.toSorted());
});

test('docs/webhooks.md has the events that webhooks get', () => {
  const listed = tableIn('webhooks.md', '| of | event types |').map(([, events]) => namesIn(events));
  const got = (['channel', 'server'] as const).map((kind) => typesWhere(({ webhooks }) => webhooks === kind));
  expect(listed.slice(0, 2)).toEqual(got);
});
