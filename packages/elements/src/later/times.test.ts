import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fieldValue, sendingTimes, shownTime, usualTimes } from './times.js';

afterEach(() => vi.unstubAllEnvs());

describe('times to send at', () => {
  test.each([
    ['a Tuesday', '2026-03-10T14:20:33', ['2026-03-10T15:20', '2026-03-11T09:00', '2026-03-16T09:00']],
    ['a Sunday, whose tomorrow is Monday', '2026-03-15T14:20', ['2026-03-15T15:20', '2026-03-16T09:00']],
    [
      'a Monday, also early',
      '2026-03-16T07:00',
      ['2026-03-16T08:00', '2026-03-17T09:00', '2026-03-23T09:00'],
    ],
    ['a Saturday', '2026-03-14T23:30', ['2026-03-15T00:30', '2026-03-15T09:00', '2026-03-16T09:00']],
    ['the end of a year', '2026-12-31T23:59', ['2027-01-01T00:59', '2027-01-01T09:00', '2027-01-04T09:00']],
    [
      'the day before the clocks change',
      '2026-03-28T12:00',
      ['2026-03-28T13:00', '2026-03-29T09:00', '2026-03-30T09:00'],
    ],
    ['an hour before they change', '2026-03-29T01:30', ['2026-03-29T03:30', '2026-03-30T09:00']],
  ])('on %s', (_name, now, expected) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(sendingTimes(new Date(now)).map(fieldValue)).toEqual(expected);
  });

  test('are an hour later also where the clocks go back', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const [soon] = sendingTimes(new Date('2026-10-25T00:30:20.000Z'));
    expect(soon?.toISOString()).toBe('2026-10-25T01:30:00.000Z');
  });

  test('are later than now, whole minutes, in order, and no time twice', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const instant = fc.nat(366 * 24 * 60).map((minute) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000));
    fc.assert(
      fc.property(instant, (now) => {
        const times = sendingTimes(now).map((time) => time.getTime());
        const [soon = 0, ...mornings] = times;
        expect(soon).toBe(now.getTime() + 60 * 60_000);
        expect(mornings).toEqual([...new Set(mornings)].sort((a, b) => a - b));
        for (const time of mornings) {
          expect(time).toBeGreaterThan(now.getTime());
          expect(fieldValue(new Date(time))).toMatch(/T09:00$/);
        }
      }),
    );
  });
});

test.each([
  ['a Tuesday', '2026-03-10T14:20:33', ['minutes', 'hour', 'tomorrow', 'monday']],
  ['a Sunday, whose tomorrow is Monday', '2026-03-15T14:20', ['minutes', 'hour', 'tomorrow']],
])('the times of a reminder on %s', (_name, now, names) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const [soon, ...others] = usualTimes(new Date(now));
  expect([soon, ...others].map((usual) => usual?.name)).toEqual(names);
  expect(soon && fieldValue(soon.time)).toBe(`${now.slice(0, 14)}40`);
  expect(others.map(({ time }) => time)).toEqual(sendingTimes(new Date(now)));
});

test('the field of a time reads back as the minute that it was', () => {
  vi.stubEnv('TZ', 'America/St_Johns');
  expect(fieldValue(new Date('2026-01-02T03:04:59'))).toBe('2026-01-02T03:04');
  expect(fieldValue(new Date('2026-11-12T23:59'))).toBe('2026-11-12T23:59');
  // Not in the hour that the clocks show twice.
  const minute = fc.nat(200 * 24 * 60).map((n) => new Date(Date.UTC(2026, 2, 10) + n * 60_000));
  fc.assert(fc.property(minute, (time) => new Date(fieldValue(time)).getTime() === time.getTime()));
});

test.each([
  ['en-GB', 'Mon 9 Mar 23:05'],
  ['de', 'Mo 9 März 23:05'],
])('a time in %s', (locale, expected) => {
  vi.stubEnv('TZ', 'UTC');
  const shown = shownTime(new Date('2026-03-09T23:05:07Z'), locale);
  // What stands between the words differs among releases of ICU.
  expect(shown.match(/[\p{L}\p{N}:]+/gu)?.join(' ')).toBe(expected);
});
