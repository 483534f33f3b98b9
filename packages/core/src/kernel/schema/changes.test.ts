import { describe, expect, test } from 'vitest';
import { changesOf, givenOf, isEmpty } from './changes.js';

interface Fields {
  name: string;
  topic: string | null;
  at: Date | null;
}

const at = new Date(0);
const stored: Fields = { name: 'plans', topic: 'Plans', at };

describe('givenOf', () => {
  test.each([
    ['nothing', {}, {}],
    ['undefined counts as left out', { name: undefined, topic: undefined }, {}],
    ['null is given', { topic: null, at: null }, { topic: null, at: null }],
    ['a field does not touch another', { name: 'plans' }, { name: 'plans' }],
  ])('%s', (_rule, given, expected) => {
    expect(givenOf<Fields>(given)).toStrictEqual(expected);
  });
});

describe('changesOf', () => {
  test.each([
    ['nothing', {}, {}],
    ['undefined counts as left out', { name: undefined }, {}],
    ['what is stored already is no change', { name: 'plans', topic: 'Plans', at }, {}],
    ['null clears', { topic: null }, { topic: null }],
    ['only what differs', { name: 'plan-b', topic: 'Plans' }, { name: 'plan-b' }],
  ])('%s', (_rule, given, expected) => {
    expect(changesOf(stored, given)).toStrictEqual(expected);
  });
});

test('isEmpty', () => {
  expect(isEmpty({})).toBe(true);
  expect(isEmpty({ topic: null })).toBe(false);
});
