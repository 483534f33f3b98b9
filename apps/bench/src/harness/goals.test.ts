import { expect, test } from 'vitest';
import { type Goal, judgeGoals } from './goals.js';
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

test('the median of the ratios decides', () => {
  const [judged] = judgeGoals([goal], [{ ...cell, headline: 'rate' }]);

  expect(judged).toMatchObject({ reached: true, found: { median: 1.2, min: 0.9, max: 1.2 } });
});

test('a goal may be an upper bound, and of the value itself', () => {
  const goals: Goal[] = [
    { ...goal, metric: 'p50Ms', bound: { atMost: 1.9 } },
    { ...goal, metric: 'p50Ms', to: null, bound: { atMost: 3 } },
  ];

  const judged = judgeGoals(goals, [{ ...cell, headline: 'rate' }]);

  expect(judged.map(({ reached, found }) => [reached, found.median])).toEqual([
    [false, 2],
    [true, 3],
  ]);
});

test('a goal against somebody who was left out is not judged', () => {
  const missing: Goal[] = [
    { ...goal, to: 'ejabberd' },
    { ...goal, cell: 'another' },
  ];

  expect(judgeGoals(missing, [{ ...cell, headline: 'rate' }])).toEqual([]);
});
