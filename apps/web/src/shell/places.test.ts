import { describe, expect, test } from 'vitest';
import { matching, stepped } from './places.js';

const PLACES = ['general', 'random', 'in-general', 'Gen Z', 'ärger', 'engineering'].map((name) => ({ name }));
const found = (text: string) => matching(PLACES, text).map(({ name }) => name);

describe('places by a part of their names', () => {
  test.each([
    ['gen', ['general', 'Gen Z', 'in-general']],
    ['GEN', ['general', 'Gen Z', 'in-general']],
    ['  gen ', ['general', 'Gen Z', 'in-general']],
    ['ge', ['general', 'Gen Z', 'ärger', 'in-general']],
    ['ÄR', ['ärger']],
    ['xyz', []],
    ['', ['general', 'random', 'in-general', 'Gen Z', 'ärger', 'engineering']],
  ])('%j', (text, expected) => expect(found(text)).toEqual(expected));

  test('are ten at most', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ name: `place ${index}` }));
    expect(matching(many, 'place')).toEqual(many.slice(0, 10));
  });
});

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 2],
  [0, -1, 3, 0],
  [2, -1, 3, 1],
  // Nothing is found yet, and then something is.
  [0, 1, 0, 0],
  [0, -1, 0, 0],
  // There are fewer than before.
  [5, -1, 3, 2],
])('from %i by %i of %i is %i', (chosen, step, count, expected) =>
  expect(stepped(chosen, step, count)).toBe(expected),
);
