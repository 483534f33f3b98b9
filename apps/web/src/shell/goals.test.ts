import { describe, expect, test } from 'vitest';
import { type Goal, ranked, stepped } from './goals.js';

const goal = (id: string, kind: Goal['kind'], fields: Partial<Goal> = {}): Goal => ({
  id,
  kind,
  name: id,
  ...fields,
});
const GOALS = [
  goal('general', 'channel'),
  goal('genius-bar', 'channel', { unreadCount: 2 }),
  goal('team-general', 'channel', { unreadCount: 9, mentionCount: 1 }),
  goal('Gena', 'person', { also: 'gena_7' }),
  goal('Genoa Office', 'server'),
  goal('Settings', 'action', { also: 'preferences' }),
];
const found = (text: string, visited: readonly string[] = []) =>
  ranked(GOALS, text, visited).map(({ id }) => id);

describe('without a text', () => {
  test('what names the person comes first, then what is unread, then what was visited last', () => {
    expect(found('', ['Genoa Office', 'general'])).toEqual([
      'team-general',
      'genius-bar',
      'Genoa Office',
      'general',
      'Gena',
      'Settings',
    ]);
  });
});

describe('with a text', () => {
  test('the better fit comes first, and among equals the unread one', () => {
    expect(found('gen')).toEqual(['genius-bar', 'general', 'Gena', 'Genoa Office', 'team-general']);
    expect(found('general')).toEqual(['general', 'team-general']);
  });

  test('and then the one that was visited last', () => {
    expect(found('gen', ['Genoa Office'])[1]).toBe('Genoa Office');
  });

  test('people are found by their usernames, and actions by other words, but not by single letters of them', () => {
    expect(found('gena_7')).toEqual(['Gena']);
    expect(found('prefer')).toEqual(['Settings']);
    expect(found('pfrncs')).toEqual([]);
  });

  test('letters in their order are enough', () => expect(found('gnsbr')).toEqual(['genius-bar']));
});

test('more than a screenful is not shown', () => {
  const many = Array.from({ length: 500 }, (_, n) => goal(`c${n}`, 'channel'));
  expect(ranked(many, 'c', [])).toHaveLength(20);
});

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 0, 0],
])('from %i by %i of %i: %i', (chosen, step, count, expected) =>
  expect(stepped(chosen, step, count)).toBe(expected),
);
