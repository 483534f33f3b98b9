import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageWith } from '../testing/records.js';
import type { Row } from './message-rows.js';
import { hasShifted, joined } from './staged-rows.js';

const rowsOf = (...keys: readonly string[]): Row[] =>
  keys.map((key) =>
    key.startsWith('day')
      ? { kind: 'day', key, date: new Date(0) }
      : { kind: 'message', key, message: messageWith({ id: key }), isFirst: false },
  );
const joinedKeys = (last: string, next: string) =>
  joined(rowsOf(...last.split('')), rowsOf(...next.split('')))
    ?.map(({ key }) => key)
    .join('') ?? null;

describe('rows that come at one end and go at the other', () => {
  test.each([
    ['cdef', 'abcd', 'abcdef'],
    ['abcd', 'cdef', 'abcdef'],
    ['bcd', 'abc', 'abcd'],
    ['abc', 'bcd', 'abcd'],
  ])('from %s to %s are together %s', (last, next, both) => expect(joinedKeys(last, next)).toBe(both));

  test.each([
    ['abc', 'abc'],
    ['abc', 'abcd'],
    ['bcd', 'abcd'],
    ['abcd', 'abc'],
    ['abcd', 'bcd'],
    ['abc', 'xyz'],
    ['', 'abc'],
    ['abc', ''],
    ['abcd', 'bc'],
    ['bc', 'abcd'],
  ])('from %s to %s are not both', (last, next) => expect(joinedKeys(last, next)).toBeNull());

  test('have all of both lists, in the order of each', () => {
    const window = fc.tuple(fc.nat(20), fc.nat(20)).map(([from, length]) => [from, from + length] as const);
    const all = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP';
    fc.assert(
      fc.property(window, window, ([from, to], [nextFrom, nextTo]) => {
        const [last, next] = [all.slice(from, to), all.slice(nextFrom, nextTo)];
        const both = joinedKeys(last, next);
        if (both === null) return;
        expect(both).toBe(all.slice(Math.min(from, nextFrom), Math.max(to, nextTo)));
        expect(from === nextFrom || to === nextTo).toBe(false);
      }),
    );
  });
});

test.each([
  ['bc', 'abc', true],
  ['abc', 'bc', true],
  ['abc', 'abcd', false],
  ['abcd', 'abc', false],
  ['abc', 'xyz', false],
  ['', 'abc', false],
])('from %s to %s rows before have moved: %s', (last, next, expected) =>
  expect(hasShifted(rowsOf(...last.split('')), rowsOf(...next.split('')))).toBe(expected),
);

test('only messages tell where rows are: a day has its line anew', () => {
  expect(hasShifted(rowsOf('day 1', 'a'), rowsOf('day 1', 'z', 'a'))).toBe(true);
  expect(hasShifted(rowsOf('day 1'), rowsOf('a', 'day 1'))).toBe(false);
});
