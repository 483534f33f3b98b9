import { expect, test } from 'vitest';
import { isShortcut } from './shortcut.js';

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test.each([
  ['Ctrl k', { ctrlKey: true }, 'k', true],
  ['⌘ k', { metaKey: true }, 'k', true],
  ['Ctrl with caps lock', { ctrlKey: true }, 'K', true],
  ['k', {}, 'k', false],
  ['Ctrl j', { ctrlKey: true }, 'j', false],
  ['Ctrl Shift k', { ctrlKey: true, shiftKey: true }, 'K', false],
  // AltGr is both of them.
  ['AltGr k', { ctrlKey: true, altKey: true }, 'k', false],
])('%s', (_name, pressed, key, expected) =>
  expect(isShortcut({ ...NONE, ...pressed, key }, 'k')).toBe(expected),
);
