import '@palaver/elements/testing/browser.js';
import { beforeEach, expect, test } from 'vitest';
import { rememberVisit, visitedIds } from './visited.js';

beforeEach(() => localStorage.clear());

test('what was shown last is first, and each is there once', () => {
  for (const path of [
    '/servers/s1/channels/c1',
    '/dms/d1',
    '/inbox',
    '/servers/s1/channels/c2',
    '/servers/s2',
  ])
    rememberVisit(path);
  expect(visitedIds()).toEqual(['s2', 'c2', 's1', 'd1', 'c1']);
});

test('the oldest are forgotten', () => {
  for (let n = 0; n < 70; n++) rememberVisit(`/dms/d${n}`);
  expect(visitedIds()).toHaveLength(50);
  expect(visitedIds()[0]).toBe('d69');
});

test('settings of a server are no visit', () => {
  rememberVisit('/servers/s1/settings/members');
  expect(visitedIds()).toEqual([]);
});
