import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.js';

/** As RFC 4180 is read. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n$)/g)].map(([, cell = '']) =>
    cell.replaceAll('""', '"'),
  );
}

test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1', '\u0000=1'])(
  'a cell %j is no formula',
  (text) => expect(cellsOf(csvLine([text]))).toEqual([`'${text}`]),
);

test('every text comes back from a line, or with an apostrophe before it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
      const read = cellsOf(csvLine(cells));
      expect(read.map((cell, at) => (cell === `'${cells[at]}` ? cells[at] : cell))).toEqual(cells);
    }),
    { numRuns: 20 },
  );
});
