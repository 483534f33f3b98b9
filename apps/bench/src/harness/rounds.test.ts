import { expect, test } from 'vitest';
import { alternate, ratios, summarise } from './rounds.js';

test('measures the targets in alternation', async () => {
  const calls: string[] = [];
  const target = (name: string) => async () => {
    calls.push(name);
    return { rate: calls.length };
  };

  const rounds = await alternate({ a: target('a'), b: target('b') }, 3);

  expect(calls.join('')).toBe('ababab');
  expect(rounds).toEqual({
    a: [{ rate: 1 }, { rate: 3 }, { rate: 5 }],
    b: [{ rate: 2 }, { rate: 4 }, { rate: 6 }],
  });
});

test('fails the cell when one measurement fails', async () => {
  const fails = async () => {
    throw new Error('17 of 100 requests were refused');
  };

  await expect(alternate({ fails }, 2)).rejects.toThrow('17 of 100');
});

test('divides by the reference of the same round, so that a slow minute cancels out', () => {
  const rounds = {
    floor: [{ rate: 100 }, { rate: 10 }, { rate: 100 }],
    palaver: [{ rate: 200 }, { rate: 20 }, { rate: 150 }],
  };

  const { floor, palaver } = summarise(rounds, 'floor');

  expect(palaver?.rate).toEqual({ median: 150, min: 20, max: 200, ratio: { median: 2, min: 1.5, max: 2 } });
  expect(floor?.rate?.ratio).toEqual({ median: 1, min: 1, max: 1 });
});

test('gives no ratio where the value of the reference is missing or zero', () => {
  const rounds = { floor: [{ noise: 0 }], palaver: [{ noise: 0.1, idleMb: 60 }] };

  const { palaver } = summarise(rounds, 'floor');

  expect(palaver?.noise).not.toHaveProperty('ratio');
  expect(palaver?.idleMb).toEqual({ median: 60, min: 60, max: 60 });
  expect(ratios('idleMb', rounds.palaver, rounds.floor)).toEqual([]);
});
