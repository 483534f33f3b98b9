import '@palaver/elements/testing/browser.js';
import { beginsAt } from '@palaver/elements/testing/storage-event.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { isWithin, lastPlace, lastVisited, rememberPlace } from '../settings/shared/last-place.js';
import { lastChannelOf, rememberChannel } from '../shell/last-channel.js';
import { chosenDensity } from '../styles/density.js';
import { chosenTheme } from '../styles/theme.js';
import { hasRunOut, lastLive, rememberLive } from './last-live.js';
import { currentSession, forgetWriting, onSession, PICTURE, setSession, WRITING } from './session.js';
import { isWelcomed } from './welcomed.js';

const SESSION = { token: 'plv_1', userId: 'u1', idleMs: 86_400_000 };
/** As another tab, or somebody with the tools of the browser. */
const store = (key: string, value: string) => {
  localStorage.setItem(key, value);
  beginsAt(key);
};

beforeEach(() => {
  localStorage.clear();
  beginsAt(null);
});

describe('a session', () => {
  test('is what was set, here and after a reload, and nothing once it is ended', () => {
    setSession(SESSION);
    expect(currentSession()).toEqual(SESSION);
    expect(JSON.parse(localStorage.getItem('palaver:session') ?? '')).toEqual(SESSION);
    localStorage.setItem(PICTURE, 'what was seen');
    setSession(null);
    expect(currentSession()).toBeNull();
    expect(Object.keys(localStorage).sort()).toEqual(['palaver:last-live', 'palaver:welcomed']);
    expect(isWelcomed()).toBe(true);
  });

  test('begins and ends in all tabs', () => {
    const heard: unknown[] = [];
    const leave = onSession(() => heard.push(currentSession()));
    store('palaver:session', JSON.stringify(SESSION));
    store('palaver:other', 'x');
    localStorage.clear();
    beginsAt(null);
    leave();
    store('palaver:session', JSON.stringify(SESSION));
    expect(heard).toEqual([SESSION, null]);
  });

  test.each([
    '',
    '{',
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    '{"token":"a"}',
    '{"userId":"a"}',
    '{"token":1,"userId":"a"}',
    '{"token":"a","userId":null}',
  ])('is none where %j is stored', (stored) => {
    store('palaver:session', stored);
    expect(currentSession()).toBeNull();
  });

  test('has no more than it needs of what is stored', () => {
    store('palaver:session', JSON.stringify({ ...SESSION, admin: true }));
    expect(currentSession()).toEqual(SESSION);
  });
});

test('a session that is unknown has run out where it was not used for as long as one lasts, and else was ended', () => {
  const at = Date.parse('2026-11-27T12:00:00Z');
  expect(lastLive()).toBeNull();
  expect(hasRunOut(SESSION, at)).toBe(false);
  rememberLive(at);
  expect(lastLive()).toBe(at);
  expect(hasRunOut(SESSION, at + SESSION.idleMs - 1)).toBe(false);
  expect(hasRunOut(SESSION, at + SESSION.idleMs)).toBe(true);
  store('palaver:last-live', 'x');
  expect(hasRunOut(SESSION, at)).toBe(false);
});

test('of a session that an earlier release has stored, the standard of the service counts', () => {
  store('palaver:session', '{"token":"plv_1","userId":"u1"}');
  expect(currentSession()).toEqual({ token: 'plv_1', userId: 'u1', idleMs: 30 * 86_400_000 });
});

test('signing out removes what this person has written here, and nothing of others', () => {
  const keys = ['u1:c1:', 'u1:c2:t1', 'u10:c1:', 'u:c1:', 'x:u1:'].map((key) => WRITING + key);
  for (const key of [...keys, 'palaver:theme']) localStorage.setItem(key, 'text');
  forgetWriting('u1');
  expect(Object.keys(localStorage).sort()).toEqual([...keys.slice(2), 'palaver:theme'].sort());
});

describe('the place to come back to', () => {
  test.each([
    ['/servers/s1/channels/c1', '/servers/s1/channels/c1', '/servers/s1/channels/c1'],
    ['/dms/c1', '/dms/c1', '/dms/c1'],
    ['/inbox', '/inbox', null],
    ['/', '/', null],
    ['/servers/', '/servers/', null],
    ['/x/dms/c1', '/x/dms/c1', null],
    // The path of `https://chat.example//evil.example`.
    ['//evil.example', '/', null],
    ['/\\evil.example', '/', null],
  ])('%s', (path, place, visited) => {
    rememberPlace(path);
    expect(lastPlace()).toBe(place);
    expect(lastVisited()).toBe(visited);
  });
});

test.each([
  ['/dms/c1', true],
  ['/servers/s1', true],
  ['/servers/s1/channels/c1', true],
  ['/servers/s10/channels/c1', false],
  ['/dms/c10', false],
  ['/servers', false],
  ['/', false],
])('%s is a place of the person: %s', (path, expected) =>
  expect(isWithin(path, ['/servers/s1', '/dms/c1'])).toBe(expected),
);

test('each server has the channel that was shown last', () => {
  rememberChannel('s1', 'c1');
  rememberChannel('s2', 'c2');
  rememberChannel('s1', 'c3');
  expect(['s1', 's2', 's3'].map(lastChannelOf)).toEqual(['c3', 'c2', null]);
});

describe('looks', () => {
  test.each([
    [null, 'system', 'comfortable'],
    ['dark', 'dark', 'comfortable'],
    ['compact', 'system', 'compact'],
    ['', 'system', 'comfortable'],
    ['constructor', 'system', 'comfortable'],
    ['"dark"', 'system', 'comfortable'],
  ])('with %j stored are %s and %s', (stored, theme, density) => {
    if (stored !== null) {
      store('palaver:theme', stored);
      store('palaver:density', stored);
    }
    expect(chosenTheme()).toBe(theme);
    expect(chosenDensity()).toBe(density);
    const { dataset } = document.documentElement;
    if (stored !== null) expect(dataset.density).toBe(density);
  });
});

test('nothing that is stored keeps a page from beginning', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
      for (const name of ['session', 'theme', 'density', 'last-place', 'recent-emoji'])
        store(`palaver:${name}`, stored);
      return currentSession() === null && chosenTheme() === 'system' && chosenDensity() === 'comfortable';
    }),
  );
});
