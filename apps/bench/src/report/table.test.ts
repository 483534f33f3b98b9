import { expect, test } from 'vitest';
import { cellTable, goalTable } from './table.js';
import { cell } from './testing.js';

test('gives a cell a row for each target, with ratios and spreads', () => {
  expect(cellTable([cell]).split('\n')).toEqual([
    '|  | target | ratio | operations, /s | p50, ms |',
    '| --- | --- | --- | --- | --- |',
    '| a < b & c | floor | 1 | 9,000 (8,000–10,000) | 2  |',
    '|  | palaver | **1.1** (1–1.2) | 10,000 (8,000–12,000) | 2.5 (1–4) |',
  ]);
});

test('gives a goal a row that says whether it was reached', () => {
  const goal = { cell: 'c=64', metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 1 } } as const;
  const table = goalTable([{ ...goal, measured: { median: 1.25, min: 1.1, max: 1.3 }, reached: true }]);

  expect(table.split('\n').at(-1)).toBe(
    '| c=64 | operations of palaver ÷ floor | ≥ 1 | **1.25** (1.1–1.3) | yes |',
  );
});

test('leaves out an empty unit', () => {
  const goal = {
    cell: 'resume',
    metric: 'sendsKept',
    of: 'palaver',
    to: null,
    bound: { atLeast: 0.5 },
  } as const;
  const table = goalTable([{ ...goal, measured: { median: 0.7, min: 0.7, max: 0.7 }, reached: true }]);

  expect(table).toContain('| share of sends kept of palaver | ≥ 0.5 |');
});
