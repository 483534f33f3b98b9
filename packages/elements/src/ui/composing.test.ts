import { expect, test } from 'vitest';
import { isComposing } from './composing.js';

test.each([
  ['a letter that is put together', { isComposing: true, keyCode: 65 }, true],
  ['the Enter that ends a composition in Chromium', { isComposing: true, keyCode: 229 }, true],
  ['the Enter that ends a composition in Safari', { isComposing: false, keyCode: 229 }, true],
  ['an Enter', { isComposing: false, keyCode: 13 }, false],
])('%s', (_key, pressed, expected) => expect(isComposing(pressed)).toBe(expected));
