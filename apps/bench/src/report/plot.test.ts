import { expect, test } from 'vitest';
import type { CellResult } from '../harness/cell.js';
import { summarise } from '../harness/rounds.js';
import { canPlot, plot } from './plot.js';
import { cell, rounds } from './testing.js';

test('plots how many times as good as the reference, also where lower is better', () => {
  const lower: CellResult = { ...cell, name: 'latency', headline: 'p50Ms' };
  const svg = plot('W1', [cell, lower]);

  expect(svg).toContain('a &lt; b &amp; c');
  expect(svg).toContain('latency, p50');
  expect(svg).toContain('1.1 ×');
  // Latencies of 1 and 4 ms against 2 and 2 ms: the median ratio is 1.25.
  expect(svg).toContain('0.8 ×');
  expect(svg.match(/<rect x="210"/g)).toHaveLength(3);
});

test('has nothing to plot without a second target', () => {
  const { palaver } = rounds;
  const alone: CellResult = { ...cell, reference: 'palaver', summary: summarise({ palaver }, 'palaver') };

  expect(canPlot([alone])).toBe(false);
  expect(canPlot([alone, cell])).toBe(true);
});
