import { expect, test } from 'vitest';
import { keysOf, SHORTCUT_NAMES, SHORTCUTS, shortcutOf } from './shortcut.js';

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  ['Ctrl k', { ctrlKey: true }, 'k', 'switcher'],
  ['⌘ k', { metaKey: true }, 'k', 'switcher'],
  ['Ctrl with caps lock', { ctrlKey: true }, 'K', 'switcher'],
  ['k', {}, 'k', null],
  ['Ctrl j', { ctrlKey: true }, 'j', null],
  ['Ctrl Shift k', { ctrlKey: true, shiftKey: true }, 'K', null],
  // AltGr is both of them.
  ['AltGr k', { ctrlKey: true, altKey: true }, 'k', null],
  ['Alt down', { altKey: true }, 'ArrowDown', 'nextChannel'],
  ['Alt Shift up', { altKey: true, shiftKey: true }, 'ArrowUp', 'previousUnread'],
  ['down', {}, 'ArrowDown', null],
  ['F6', {}, 'F6', 'nextRegion'],
  ['Shift F6', { shiftKey: true }, 'F6', 'previousRegion'],
  ['Ctrl / where it takes Shift', { ctrlKey: true, shiftKey: true }, '/', 'shortcuts'],
  ['? outside of a field', { shiftKey: true }, '?', 'shortcuts'],
])('%s', (_name, pressed, key, expected) =>
  expect(shortcutOf({ ...NONE, ...pressed, key }, false)).toBe(expected),
);

test('a question mark in a field is a question mark', () =>
  expect(shortcutOf({ ...NONE, key: '?' }, true)).toBeNull());

test('no two shortcuts are the same, and each is written as it is pressed', () => {
  const written = SHORTCUT_NAMES.map((name) => keysOf(name, false).join(' '));
  expect(new Set(written).size).toBe(SHORTCUT_NAMES.length);
  expect(written.slice(0, 4)).toEqual(['Ctrl K', 'Alt ↓', 'Alt ↑', 'Alt Shift ↓']);
  expect(keysOf('nextUnread', true)).toEqual(['⌥', '⇧', '↓']);
  expect(Object.keys(SHORTCUTS)).toEqual([...SHORTCUT_NAMES]);
});
