import { expect, test } from 'vitest';
import { shownCount } from './shown-count.js';

test.each([
  [0, '0'],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [100_000, '99+'],
])('%i is shown as %s', (count, expected) => expect(shownCount(count)).toBe(expected));
