import { describe, expect, test } from 'vitest';
import { merge, type Preference, quietHoursIssue } from './merge.js';

const unset: Preference = { level: null, mutedUntil: null, quietStart: null, quietEnd: null, timezone: null };
const mutedUntil = new Date('2026-03-01T12:00:00Z');
const full: Preference = {
  level: 'mentions',
  mutedUntil,
  quietStart: '22:00',
  quietEnd: '07:00',
  timezone: 'Europe/Berlin',
};

describe('merge', () => {
  test.each([
    ['nothing stays as it is', full, {}, full],
    ['what is undefined stays as it is', full, { level: undefined, timezone: undefined }, full],
    ['null clears', full, { level: null }, { ...full, level: null }],
    ['everything can be set', unset, full, full],
    ['everything can be cleared', full, unset, unset],
    ['a field does not touch another', full, { quietEnd: '06:00' }, { ...full, quietEnd: '06:00' }],
  ] as const)('%s', (_rule, stored, changes, expected) => {
    expect(merge(stored, changes)).toEqual(expected);
  });
});

describe('quietHoursIssue', () => {
  test.each([
    [null, null, null],
    ['22:00', '07:00', null],
    ['07:00', '22:00', null],
    ['00:00', '23:59', null],
    ['22:00', null, 'quietEnd'],
    [null, '07:00', 'quietStart'],
    ['07:00', '07:00', 'quietEnd'],
  ])('from %s to %s: %s', (quietStart, quietEnd, path) => {
    expect(quietHoursIssue({ ...unset, quietStart, quietEnd })?.path ?? null).toBe(path);
  });
});
