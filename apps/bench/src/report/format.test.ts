import { expect, test } from 'vitest';
import { formatNumber } from './format.js';

test('keeps three significant digits', () => {
  expect([12_345.6, 123.4, 12.34, 1.234, 0.012345, 0].map(formatNumber)).toEqual([
    '12,346',
    '123',
    '12.3',
    '1.23',
    '0.0123',
    '0',
  ]);
});
