import { describe, expect, test } from 'vitest';
import { settingsEn } from '../../i18n/settings.en.js';
import { AREAS, SCOPES, scopesOf, scopesText } from './scopes.js';

const ALL = AREAS.flatMap((area) => [...SCOPES[area]]);
const formWith = (limits: string, scopes: readonly string[]) => {
  const form = new FormData();
  form.set('limits', limits);
  for (const scope of scopes) form.append('scopes', scope);
  return form;
};

test('every area has its scopes, and no scope is twice', () => {
  expect([...AREAS].sort()).toEqual(Object.keys(SCOPES).sort());
  expect(new Set(ALL).size).toBe(ALL.length);
});

describe('the scopes of a form', () => {
  test('are those that are chosen and exist, in the order of the list', () => {
    expect(scopesOf(formWith('chosen', ['bots:read', 'messages:write', 'root']))).toEqual([
      'messages:write',
      'bots:read',
    ]);
    expect(scopesOf(formWith('chosen', ALL))).toEqual(ALL);
    expect(scopesOf(formWith('chosen', []))).toEqual([]);
  });

  test('are not said where nothing is chosen one by one', () => {
    expect(scopesOf(formWith('otherwise', ['messages:read']))).toBeUndefined();
    expect(scopesOf(new FormData())).toBeUndefined();
  });
});

test.each([
  [null, settingsEn.scopesAll],
  [[], ''],
  [['messages:read'], `${settingsEn.scopeArea('messages')} (${settingsEn.scopeRead})`],
  [
    ['users:write', 'messages:write', 'messages:read', 'gone:read'],
    `${settingsEn.scopeArea('messages')} (${settingsEn.scopeRead}, ${settingsEn.scopeWrite}), ${settingsEn.scopeArea('users')} (${settingsEn.scopeWrite})`,
  ],
])('a token with %j may: %s', (scopes, expected) => expect(scopesText(scopes, settingsEn)).toBe(expected));
