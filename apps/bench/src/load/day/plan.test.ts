import { expect, test } from 'vitest';
import { activeMs, planOf } from './plan.js';

const LENGTH = { seconds: 120, pace: 1 };
const CHANNELS = 7;
const plans = Array.from({ length: 300 }, (_, seed) => planOf(seed, CHANNELS, LENGTH));
const BEGINS = ['arrive', 'return', 'back'];
const ENDS = ['away', 'leave'];

test('a plan is the same for the same seed, and another one for another', () => {
  expect(planOf(5, CHANNELS, LENGTH)).toEqual(plans[5]);
  expect(planOf(6, CHANNELS, LENGTH)).not.toEqual(plans[5]);
});

test('acts follow each other within visits, and whoever has left comes back by opening the program', () => {
  for (const plan of plans) {
    let isVisiting = false;
    let before: string | null = null;
    let last = 0;
    for (const { at, act } of plan) {
      expect(at).toBeGreaterThanOrEqual(last);
      last = at;
      expect(isVisiting).toBe(!BEGINS.includes(act.kind));
      if (before === null) expect(act.kind).toBe('arrive');
      else if (!isVisiting) expect(act.kind).toBe(before === 'leave' ? 'return' : 'back');
      isVisiting = !ENDS.includes(act.kind);
      before = act.kind;
      if ('channel' in act) expect(act.channel).toBeLessThan(CHANNELS);
    }
    expect(isVisiting).toBe(false);
  }
});

test('the time of visits is that between their first and last acts', () => {
  const visit = [
    { at: 1_000, act: { kind: 'arrive', channel: 0 } },
    { at: 4_000, act: { kind: 'react', emoji: '👍' } },
    { at: 6_000, act: { kind: 'away' } },
    { at: 9_000, act: { kind: 'back' } },
    { at: 9_500, act: { kind: 'leave' } },
  ] as const;
  expect(activeMs(visit)).toBe(5_500);
});

test('at another pace people do as many things in a day that is as much longer', () => {
  const acts = (length: typeof LENGTH) =>
    Array.from({ length: 300 }, (_, seed) => planOf(seed, CHANNELS, length).length).reduce((a, b) => a + b);
  const ratio = acts({ seconds: 480, pace: 4 }) / acts(LENGTH);
  // To write takes as long at any pace.
  expect(ratio).toBeGreaterThan(1);
  expect(ratio).toBeLessThan(1.4);
});

test('every kind of act happens on a day', () => {
  const kinds = new Set(plans.flatMap((plan) => plan.map(({ act }) => act.kind)));
  expect([...kinds].toSorted()).toEqual(
    ['arrive', 'away', 'back', 'leave', 'post', 'react', 'reply', 'return', 'switch', 'upload'].toSorted(),
  );
});
