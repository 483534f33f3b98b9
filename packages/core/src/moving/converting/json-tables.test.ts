import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArchiveError } from '../archive/archive-error.js';
import { jsonTables, type TableItem } from './json-tables.js';

async function itemsOf(text: string | Buffer, chunkBytes = 7, unread = 'unread'): Promise<TableItem[]> {
  const bytes = Buffer.from(text);
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
  const items: TableItem[] = [];
  for await (const item of jsonTables(chunks(), 'it', (table) => table !== unread)) items.push(item);
  return items;
}

const rowsOf = (items: readonly TableItem[], table: string) =>
  items.flatMap((item) => (item.type === 'row' && item.table === table ? [item.value] : []));

test('each row of each table comes once, in order, however the text is cut and spaced', async () => {
  const tables = fc.dictionary(
    fc.string({ unit: 'binary' }),
    fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(
      tables,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('', ' ', '\n  '),
      async (given, cut, space) => {
        const items = await itemsOf(`\ufeff${JSON.stringify(given, null, space)}\n`, cut, 'none');
        const known = JSON.parse(JSON.stringify(given)) as Record<string, unknown[]>;
        for (const [table, rows] of Object.entries(known)) {
          expect(rowsOf(items, table)).toEqual(rows);
          expect(items).toContainEqual({ type: 'table', table, rows: rows.length });
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a list alone is a table without a name, rows that nobody reads are counted, and other values are named', async () => {
  expect(rowsOf(await itemsOf(' [1, [2], {"a": "]"}] '), '')).toEqual([1, [2], { a: ']' }]);
  expect(
    await itemsOf('{"unread": [{"a": "\\"]"}, 2], "n": null, "s": "a,b}", "o": {"x": [1]}, "t": []}'),
  ).toEqual([
    { type: 'table', table: 'unread', rows: 2 },
    { type: 'other', table: 'n' },
    { type: 'other', table: 's' },
    { type: 'other', table: 'o' },
    { type: 'table', table: 't', rows: 0 },
  ]);
});

test.each([
  '',
  ' ',
  'null',
  '7',
  '{',
  '[',
  '[1',
  '{"a": [1]',
  '{"a": [1}',
  '{"a": [1]]',
  '[1,,2]',
  '[1,]',
  '{"a" [1]}',
  '{7: []}',
  '{"a":}',
  '{"a":,"b":[]}',
  '{"a": [1]} x',
  '[1] [2]',
  '{"a": ["x]}',
  '[{"a": 1]',
  `{"${'a'.repeat(2_000)}": []}`,
])('%j is refused', async (text) => {
  await expect(itemsOf(text)).rejects.toThrow(ArchiveError);
});

test('a row that is no JSON is named, and so is one that is no UTF-8', async () => {
  await expect(itemsOf('{"t": [1, {x}]}')).rejects.toThrow('Row 2 of t in it is no JSON');
  await expect(itemsOf(Buffer.from('["\xff"]', 'latin1'))).rejects.toThrow('Row 1 of it is no JSON');
});
