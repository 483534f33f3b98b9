import { expect, test } from 'vitest';
import { roundRobin } from './round-robin.js';

test('gives the items in turn and starts again', () => {
  const next = roundRobin(['a', 'b']);

  expect([next(), next(), next()]).toEqual(['a', 'b', 'a']);
});

test('throws without items', () => {
  expect(() => roundRobin([])).toThrow('no items');
});
