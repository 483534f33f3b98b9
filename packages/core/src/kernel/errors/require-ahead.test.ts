import { expect, test } from 'vitest';
import { requireAhead } from './require-ahead.js';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const YEAR_MS = 365 * 24 * 3600 * 1000;

test.each([
  ['before now', -1, 'must be in the future'],
  ['now', 0, 'must be in the future'],
  ['after now', 1, null],
  ['a year ahead', YEAR_MS, null],
  ['later', YEAR_MS + 1, 'must be at most 365 days ahead'],
])('what is planned for %s: %s', (_when, aheadMs, message) => {
  const ask = () => requireAhead('sendAt', new Date(NOW + aheadMs), new Date(NOW));
  if (message === null) expect(ask).not.toThrow();
  else expect(ask).toThrow(expect.objectContaining({ issues: [{ path: 'sendAt', message }] }));
});
