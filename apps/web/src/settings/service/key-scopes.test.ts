import { expect, test } from 'vitest';
import { settingsEn as s } from '../../i18n/settings.en.js';
import { endOfDay, KEY_SCOPES, keyScopesOf, keyScopesText } from './key-scopes.js';

test('no scope is twice, and both of the administration are there', () => {
  expect(new Set(KEY_SCOPES).size).toBe(KEY_SCOPES.length);
  expect(KEY_SCOPES.slice(-2)).toEqual(['admin:read', 'admin:write']);
});

test('a form names scopes that exist, in the order of the list', () => {
  const form = new FormData();
  expect(keyScopesOf(form)).toEqual([]);
  for (const scope of ['admin:write', 'root', 'messages:read']) form.append('scopes', scope);
  expect(keyScopesOf(form)).toEqual(['messages:read', 'admin:write']);
});

test.each([
  [[], ''],
  [['messages:read', 'messages:write'], 'Messages (read, write)'],
  [['admin:read'], 'Administration (read)'],
  [['admin:write', 'admin:read', 'users:read'], 'People (read), Administration (read, write)'],
  [['gone:read'], ''],
])('a key with %j may: %s', (scopes, told) => {
  const texts = {
    ...s,
    scopeArea: (area: string) => ({ messages: 'Messages', users: 'People' })[area] ?? area,
  };
  expect(keyScopesText(scopes, texts, 'Administration')).toBe(told);
});

test.each(['', 'tomorrow', '2026', '2026-13-x'])('%j is no day', (day) =>
  expect(endOfDay(day)).toBeUndefined(),
);

test('a day ends where the next one begins', () => {
  expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
});
