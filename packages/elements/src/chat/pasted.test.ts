import { parse } from '@palaver/markup';
import { expect, test } from 'vitest';
import { asLines, takenFrom } from './pasted.js';

const TABLE =
  '<html><head><style>td {}</style></head><body><table><tr><td>a</td><td>b</td></tr></table></body></html>';
const taken = (text: string, html = TABLE, fileCount = 1) =>
  takenFrom({
    getData: (type) => (type === 'text/plain' ? text : html),
    files: { length: fileCount },
  });

test('cells of a spreadsheet are a table, and not the picture beside them', () => {
  expect(taken('Name\tPrice\r\nTea\t2.50\r\n')).toEqual({
    kind: 'table',
    markdown: '| Name | Price |\n| --- | --- |\n| Tea | 2.50 |',
  });
});

test('a cell with several lines, quotes, bars and backslashes is one cell', () => {
  const found = taken('a\tb\n"one\n""two"""\tx|y\\');
  expect(found).toMatchObject({ markdown: '| a | b |\n| --- | --- |\n| one "two" | x\\|y\\\\ |' });
  const [table] = found.kind === 'table' ? parse(found.markdown) : [];
  expect(table).toMatchObject({ type: 'table', rows: [{}, {}] });
});

test.each([
  ['a column', 'a\nb\n'],
  ['a single cell', 'a'],
  ['rows of different lengths', 'a\tb\nc'],
  ['nothing', ''],
])('%s is text', (_what, text) => expect(taken(text)).toEqual({ kind: 'text' }));

test.each([
  ['a picture of a page', '', '<meta charset="utf-8"><img src="https://a.example/b.png" alt="x">'],
  ['a file of the desk, with its name', 'notes.pdf', ''],
  ['a picture that a program has made', '', ''],
])('%s is a file', (_what, text, html) => expect(taken(text, html)).toEqual({ kind: 'files' }));

test('words of a word processor are text, and not the picture beside them', () =>
  expect(taken('Hello', '<p>Hello</p>')).toEqual({ kind: 'text' }));

test('a text without files, and a table of words on a page, stay as they are', () => {
  expect(taken('a\tb', '', 0)).toEqual({ kind: 'text' });
  expect(taken('a\tb', '<p>a</p>', 0)).toEqual({ kind: 'text' });
});

test('a table without a picture is a table', () => expect(taken('a\tb', TABLE, 0).kind).toBe('table'));

test.each([
  ['', '', '|x|'],
  ['above', 'below', '\n|x|\n'],
  ['above\n', '\nbelow', '|x|'],
])('between %j and %j a block has lines of its own', (above, below, expected) =>
  expect(asLines('|x|', above, below)).toBe(expected),
);
