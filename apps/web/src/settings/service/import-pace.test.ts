import { expect, test } from 'vitest';
import { paceOf, type Reached, withReached } from './import-pace.js';

const seenOf = (reached: readonly Reached[]) =>
  reached.reduce<readonly Reached[]>((seen, now) => withReached(seen, now), []);

test('a rate and the time left come from what was seen in the last half minute', () => {
  const seen = seenOf([
    { linesDone: 0, at: 0 },
    { linesDone: 100, at: 40_000 },
    { linesDone: 300, at: 44_000 },
  ]);
  expect(paceOf(seen, 1_300)).toEqual({ perSecond: 50, leftMs: 20_000 });
});

test('nothing is said of the first seconds, of no progress, and of an unknown number of lines', () => {
  expect(paceOf([], 10)).toBeNull();
  expect(paceOf(seenOf([{ linesDone: 5, at: 0 }]), 10)).toBeNull();
  const begun = seenOf([
    { linesDone: 0, at: 0 },
    { linesDone: 15, at: 1_100 },
  ]);
  expect(paceOf(begun, 40_000)).toBeNull();
  const still = seenOf([
    { linesDone: 5, at: 0 },
    { linesDone: 5, at: 5_000 },
  ]);
  expect(paceOf(still, 10)).toBeNull();
  expect(
    paceOf(
      seenOf([
        { linesDone: 0, at: 0 },
        { linesDone: 5, at: 5_000 },
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
