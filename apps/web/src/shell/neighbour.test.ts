import { describe, expect, test } from 'vitest';
import { neighbourOf, regionAfter } from './neighbour.js';

const links = ['b', 'a', 'b', 'c', 'd'].map((channelId) => ({ channelId, href: `/${channelId}` }));
const all = () => true;
const unread = (id: string) => id === 'a' || id === 'd';

test.each([
  ['the next', '/a', 1, all, '/c'],
  ['the one before', '/a', -1, all, '/b'],
  ['the first after the last', '/d', 1, all, '/b'],
  ['the last before the first', '/b', -1, all, '/d'],
  ['the next that is unread', '/a', 1, unread, '/d'],
  ['from the last, the first that is unread', '/d', 1, unread, '/a'],
  ['the last that is unread, before another one', '/c', -1, unread, '/a'],
  ['from elsewhere, the first', '/inbox', 1, all, '/b'],
  ['from elsewhere, the last', '/inbox', -1, all, '/d'],
  ['none where nothing else is unread', '/a', 1, (id: string) => id === 'a', null],
] as const)('%s', (_what, path, step, isWanted, expected) =>
  expect(neighbourOf(links, path, step, isWanted)).toBe(expected),
);

describe('the region after', () => {
  test.each([
    [0, 1, 1],
    [2, 1, 0],
    [0, -1, 2],
    [-1, 1, 0],
    [-1, -1, 2],
  ] as const)('%i by %i is %i', (index, step, expected) =>
    expect(regionAfter(3, index, step)).toBe(expected),
  );
  test('is none where there is none', () => expect(regionAfter(0, -1, 1)).toBe(-1));
});
