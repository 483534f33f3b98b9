import { afterEach, describe, expect, test, vi } from 'vitest';
import { clockOf, dayOf, fullTimeOf, nearDay, shortClockOf, shortTimeOf } from './clock.js';

afterEach(() => vi.unstubAllEnvs());

const inZone = (zone: string) => vi.stubEnv('TZ', zone);

describe('a day is today or yesterday', () => {
  test.each([
    ['at midnight', '2026-03-10T00:00', '2026-03-10T00:00', 'today'],
    ['a moment before midnight', '2026-03-09T23:59:59.999', '2026-03-10T00:00', 'yesterday'],
    ['at the first moment of yesterday', '2026-03-09T00:00', '2026-03-10T23:59:59.999', 'yesterday'],
    ['the day before that', '2026-03-08T23:59:59.999', '2026-03-10T00:00', null],
    ['later today', '2026-03-10T23:59', '2026-03-10T00:00', 'today'],
    ['tomorrow', '2026-03-11T00:00', '2026-03-10T23:59', null],
    ['across a month', '2026-02-28T12:00', '2026-03-01T12:00', 'yesterday'],
    ['across a leap day', '2028-02-29T12:00', '2028-03-01T12:00', 'yesterday'],
    ['across a year', '2025-12-31T12:00', '2026-01-01T12:00', 'yesterday'],
    ['a year before', '2025-03-10T12:00', '2026-03-10T12:00', null],
    // The night of 25 hours, and that of 23.
    ['late on the long day', '2026-10-24T12:00', '2026-10-25T23:30', 'yesterday'],
    ['after the long day', '2026-10-25T12:00', '2026-10-26T00:30', 'yesterday'],
    ['early after the short day', '2026-03-29T12:00', '2026-03-30T00:30', 'yesterday'],
    ['two days before, early after the short day', '2026-03-28T12:00', '2026-03-30T00:30', null],
  ])('%s', (_name, time, now, expected) => {
    inZone('Europe/Berlin');
    expect(nearDay(new Date(time), new Date(now))).toBe(expected);
  });

  test('by the clock of the device', () => {
    const [time, now] = [new Date('2026-03-10T03:30:00Z'), new Date('2026-03-10T05:00:00Z')];
    inZone('UTC');
    expect(nearDay(time, now)).toBe('today');
    inZone('America/New_York');
    expect(nearDay(time, now)).toBe('yesterday');
  });
});

/** What stands between them differs among releases of ICU. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}:]+/gu)?.join(' ');

// A format keeps the zone that the device has when it is made: each locale here is in one zone.
const TIME = new Date('2026-03-09T23:05:07.999Z');

test('times are told as the locale does', () => {
  inZone('UTC');
  expect(clockOf(TIME, 'en-GB')).toBe('23:05');
  expect(clockOf(TIME, 'en-US')).toMatch(/^11:05\sPM$/);
  expect(shortClockOf(TIME, 'en-GB')).toBe('23:05');
  expect(shortClockOf(TIME, 'en-US')).toBe('11:05');
  expect(shortClockOf(TIME, 'ko')).toBe('11:05');
  expect(wordsOf(dayOf(TIME, 'en-GB'))).toBe('Monday 9 March 2026');
  expect(wordsOf(dayOf(TIME, 'de'))).toBe('Montag 9 März 2026');
  expect(wordsOf(fullTimeOf(TIME, 'en-GB'))).toMatch(/^Monday 9 March 2026 (at )?23:05:07$/);
});

test('and in the zone of the device', () => {
  inZone('Asia/Tokyo');
  expect(clockOf(TIME, 'en-AU')).toBe('08:05 am');
  expect(wordsOf(dayOf(TIME, 'en-AU'))).toBe('Tuesday 10 March 2026');
});

test.each([
  ['2026-03-10T00:00:00Z', '00:00'],
  ['2026-03-10T23:59:59Z', '23:59'],
  ['2026-03-09T23:59:59Z', '9 Mar'],
  ['2025-03-10T12:00:00Z', '10 Mar'],
])('beside a list %s is %s', (time, expected) => {
  inZone('UTC');
  expect(shortTimeOf(new Date(time), new Date('2026-03-10T23:59:59Z'), 'en-GB')).toBe(expected);
});
