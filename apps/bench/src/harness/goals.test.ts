import { expect, test } from 'vitest';
import { evaluateGoals, type Goal } from './goals.js';
import { summarise } from './rounds.js';

const rounds = {
  floor: [
    { rate: 100, p50Ms: 1 },
    { rate: 100, p50Ms: 2 },
    { rate: 50, p50Ms: 1 },
  ],
  palaver: [
    { rate: 120, p50Ms: 3 },
    { rate: 90, p50Ms: 3 },
    { rate: 60, p50Ms: 2 },
  ],
};
const cell = {
  name: 'c=64',
  reference: 'floor',
  headline: 'rate',
  summary: summarise(rounds, 'floor'),
  rounds,
};
const goal: Goal = { cell: 'c=64', metric: 'rate', of: 'palaver', to: 'floor', bound: { atLeast: 1 } };

test('compares the median of the ratios', () => {
  const [result] = evaluateGoals([goal], [{ ...cell, headline: 'rate' }]);

  expect(result).toMatchObject({ reached: true, measured: { median: 1.2, min: 0.9, max: 1.2 } });
});

test('compares with an upper bound, and the value itself where there is no ratio', () => {
  const goals: Goal[] = [
    { ...goal, metric: 'p50Ms', bound: { atMost: 1.9 } },
    { ...goal, metric: 'p50Ms', to: null, bound: { atMost: 3 } },
  ];

  const results = evaluateGoals(goals, [{ ...cell, headline: 'rate' }]);

  expect(results.map(({ reached, measured }) => [reached, measured.median])).toEqual([
    [false, 2],
    [true, 3],
  ]);
});

test('leaves out a goal whose cell or target was not measured', () => {
  const missing: Goal[] = [
    { ...goal, to: 'ejabberd' },
    { ...goal, cell: 'another' },
  ];

  expect(evaluateGoals(missing, [{ ...cell, headline: 'rate' }])).toEqual([]);
});
