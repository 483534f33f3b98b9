import { expect, test } from 'vitest';
import { activeMute, afterHours, FOR_EVER, isForEver } from './muting.js';

test.each([
  [FOR_EVER, true],
  // As the settings wrote it before.
  ['9999-01-01T00:00:00.000Z', true],
  ['2026-03-10T12:00:00.000Z', false],
  ['9998-12-31T23:59:59.999Z', false],
])('until %s is for ever: %s', (until, expected) => expect(isForEver(until)).toBe(expected));

test.each([
  [null, null],
  ['2026-03-10T11:59:59.999Z', null],
  ['2026-03-10T12:00:00.000Z', null],
  ['2026-03-10T12:00:00.001Z', '2026-03-10T12:00:00.001Z'],
  [FOR_EVER, FOR_EVER],
])('what is muted until %s is muted at noon until %s', (until, expected) =>
  expect(activeMute(until, Date.parse('2026-03-10T12:00:00.000Z'))).toBe(expected),
);

test('some hours end when they are over, also where the clocks change', () => {
  expect(afterHours(1, new Date('2026-03-29T00:30:00.000Z'))).toBe('2026-03-29T01:30:00.000Z');
  expect(afterHours(8, new Date('2026-12-31T23:00:00.000Z'))).toBe('2027-01-01T07:00:00.000Z');
});
