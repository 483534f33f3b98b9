import { formOf } from '@palaver/elements/testing/records.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FOR_EVER } from '../../chat/muting.js';
import { keywordsIn, preferenceIn } from './preference-in.js';
import { endOf, isPast, SPANS } from './spans.js';
import { zoneOptions } from './zone-options.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('what lasts', () => {
  test.each([
    ['half-hour', '2026-03-10T12:00:00Z', '2026-03-10T12:30:00.000Z'],
    ['hour', '2026-03-10T12:00:00Z', '2026-03-10T13:00:00.000Z'],
    ['four-hours', '2026-03-10T22:00:00Z', '2026-03-11T02:00:00.000Z'],
    ['week', '2026-03-10T12:00:00Z', '2026-03-17T12:00:00.000Z'],
    // Until eight in the morning after today, by the clock of the device.
    ['today', '2026-03-10T12:00:00Z', '2026-03-11T07:00:00.000Z'],
    ['today', '2026-03-10T22:59:59Z', '2026-03-11T07:00:00.000Z'],
    ['today', '2026-03-10T23:00:00Z', '2026-03-12T07:00:00.000Z'],
    ['today', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['today', '2026-12-31T12:00:00Z', '2027-01-01T07:00:00.000Z'],
    ['', '2026-03-10T12:00:00Z', null],
    ['on', '2026-03-10T12:00:00Z', null],
    ['constructor', '2026-03-10T12:00:00Z', null],
  ])('%j from %s ends %s', (span, now, end) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(endOf(span, new Date(now))).toBe(end);
  });

  test('ends later than now, however long it lasts', () => {
    const now = new Date();
    expect(SPANS.filter((span) => Date.parse(endOf(span, now) ?? '') <= now.getTime())).toEqual([]);
  });
});

test.each([
  ['2026-03-10T11:59:59.999Z', true],
  ['2026-03-10T12:00:00.000Z', true],
  ['2026-03-10T12:00:00.001Z', false],
])('%s is past: %s', (instant, expected) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00.000Z') });
  expect(isPast(instant)).toBe(expected);
});

describe('the form of notifications', () => {
  const EMPTY = { level: '', muted: '', quietStart: '', quietEnd: '', timezone: '' };
  const NOW = new Date('2026-03-10T12:00:00.000Z');
  const saved = (fields: Readonly<Record<string, string>>) =>
    preferenceIn(formOf({ ...EMPTY, ...fields }), NOW);
  const NOTHING = {
    level: null,
    mutedUntil: null,
    quietStart: null,
    quietEnd: null,
    quietDays: null,
    timezone: null,
  };

  test.each([
    ['nothing', {}, NOTHING],
    ['a level', { level: 'mentions' }, { ...NOTHING, level: 'mentions' }],
    ['a level that there is not', { level: 'toString' }, NOTHING],
    ['an hour of quiet', { muted: 'hour' }, { ...NOTHING, mutedUntil: '2026-03-10T13:00:00.000Z' }],
    ['quiet without an end', { muted: 'for-ever' }, { ...NOTHING, mutedUntil: FOR_EVER }],
    [
      'quiet hours of a zone',
      { quietStart: '22:00', quietEnd: '07:30', timezone: 'Europe/Berlin' },
      { ...NOTHING, quietStart: '22:00', quietEnd: '07:30', timezone: 'Europe/Berlin' },
    ],
  ])('says %s', (_name, fields, expected) => expect(saved(fields)).toEqual(expected));

  test('says which days are quiet, and the keywords', () => {
    const form = formOf({ ...EMPTY, keywords: ' deploy \r\n\nrelease train\n' });
    for (const day of ['sunday', 'friday', 'someday']) form.append('quietDays', day);
    expect(preferenceIn(form, NOW).quietDays).toEqual(['friday', 'sunday']);
    expect(keywordsIn(form)).toEqual(['deploy', 'release train']);
  });

  test('keeps the end that is set by not sending it', () => {
    expect(Object.keys(saved({ muted: 'keep' }))).not.toContain('mutedUntil');
  });
});

test('every time zone can be chosen, also one that is set under another name', () => {
  const values = (current: string | null) => zoneOptions(current).map(({ value }) => value);
  expect(values(null)).toContain('UTC');
  expect(values(null)).toContain('Europe/Berlin');
  expect(new Set(values('UTC')).size).toBe(values('UTC').length);
  expect(values('US/Pacific')).toContain('US/Pacific');
  expect(zoneOptions(null).find(({ value }) => value === 'America/New_York')?.label).toBe('America/New York');
});
