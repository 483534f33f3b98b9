import { expect, test } from 'vitest';
import type { CellResult } from '../harness/results.js';
import { summarise } from '../harness/rounds.js';
import { putSection } from './document.js';
import { canPlot, plot } from './plot.js';
import { cellTable, goalTable, short } from './table.js';

const rounds = {
  floor: [
    { rate: 10_000, p50Ms: 2 },
    { rate: 8_000, p50Ms: 2 },
  ],
  palaver: [
    { rate: 12_000, p50Ms: 1 },
    { rate: 8_000, p50Ms: 4 },
  ],
};
const cell: CellResult = {
  name: 'a < b & c',
  reference: 'floor',
  headline: 'rate',
  summary: summarise(rounds, 'floor'),
  rounds,
};

test('a cell becomes a line for each contestant, with ratios and spreads', () => {
  expect(cellTable([cell]).split('\n')).toEqual([
    '|  | contestant | ratio | operations, /s | p50, ms |',
    '| --- | --- | --- | --- | --- |',
    '| a < b & c | floor | 1 | 9,000 (8,000–10,000) | 2  |',
    '|  | palaver | **1.1** (1–1.2) | 10,000 (8,000–12,000) | 2.5 (1–4) |',
  ]);
});

test('a goal becomes a line that says whether it was reached', () => {
  const goal = { cell: 'c=64', metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 1 } } as const;
  const table = goalTable([{ ...goal, found: { median: 1.25, min: 1.1, max: 1.3 }, reached: true }]);

  expect(table.split('\n').at(-1)).toBe(
    '| c=64 | operations of palaver ÷ floor | ≥ 1 | **1.25** (1.1–1.3) | yes |',
  );
});

test('numbers keep three digits that count', () => {
  expect([12_345.6, 123.4, 12.34, 1.234, 0.012345, 0].map(short)).toEqual([
    '12,346',
    '123',
    '12.3',
    '1.23',
    '0.0123',
    '0',
  ]);
});

test('a plot shows how many times as good, also where less is better', () => {
  const lower: CellResult = { ...cell, name: 'latency', headline: 'p50Ms' };
  const svg = plot('W1', [cell, lower]);

  expect(svg).toContain('a &lt; b &amp; c');
  expect(svg).toContain('latency, p50');
  expect(svg).toContain('1.1 ×');
  // 1 and 4 ms beside 2 and 2: the ratio's median is 1.25.
  expect(svg).toContain('0.8 ×');
  expect(svg.match(/<rect x="210"/g)).toHaveLength(3);
});

test('there is nothing to plot of a contestant alone', () => {
  const { palaver } = rounds;
  const alone: CellResult = { ...cell, reference: 'palaver', summary: summarise({ palaver }, 'palaver') };

  expect(canPlot([alone])).toBe(false);
  expect(canPlot([alone, cell])).toBe(true);
});

test('a section takes the place of its predecessor and leaves the others alone', () => {
  const first = putSection('# Performance\n', 'w1', 'old');
  const both = putSection(first, 'w2', 'other');

  expect(putSection(both, 'w1', 'new')).toBe(
    '# Performance\n\n<!-- bench:w1 -->\n\nnew\n\n<!-- /bench:w1 -->\n\n<!-- bench:w2 -->\n\nother\n\n<!-- /bench:w2 -->\n',
  );
  expect(() => putSection('<!-- bench:w1 -->', 'w1', 'new')).toThrow('not a pair');
});
