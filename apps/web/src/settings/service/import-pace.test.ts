import { expect, test } from 'vitest';
import { paceOf, type Reached, withReached } from './import-pace.js';

const seenOf = (reached: readonly Reached[]) =>
  reached.reduce<readonly Reached[]>((seen, now) => withReached(seen, now), []);

test('a rate and the time left come from what was seen in the last half minute', () => {
  const seen = seenOf([
    { linesDone: 0, at: 0 },
    { linesDone: 100, at: 40_000 },
    { linesDone: 300, at: 42_000 },
  ]);
  expect(paceOf(seen, 1_300)).toEqual({ perSecond: 100, leftMs: 10_000 });
});

test('nothing is said of one moment, of no progress, and of an unknown number of lines', () => {
  expect(paceOf([], 10)).toBeNull();
  expect(paceOf(seenOf([{ linesDone: 5, at: 0 }]), 10)).toBeNull();
  const still = seenOf([
    { linesDone: 5, at: 0 },
    { linesDone: 5, at: 1_000 },
  ]);
  expect(paceOf(still, 10)).toBeNull();
  expect(
    paceOf(
      seenOf([
        { linesDone: 0, at: 0 },
        { linesDone: 5, at: 1 },
      ]),
      null,
    ),
  ).toBeNull();
});

test('where it begins anew, what was before says nothing', () => {
  const anew = seenOf([
    { linesDone: 50, at: 0 },
    { linesDone: 0, at: 1_000 },
  ]);
  expect(paceOf(anew, 100)).toBeNull();
});
