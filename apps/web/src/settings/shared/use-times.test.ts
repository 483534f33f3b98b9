import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { timesIn } from './use-times.js';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const after = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

describe('an instant from now, in words', () => {
  test.each([
    [0, 'now'],
    [-0.4, 'now'],
    [-1, '1 second ago'],
    [1, 'in 1 second'],
    [-59, '59 seconds ago'],
    [-MINUTE, '1 minute ago'],
    [-2 * MINUTE, '2 minutes ago'],
    [2 * MINUTE, 'in 2 minutes'],
    [-59 * MINUTE, '59 minutes ago'],
    [-HOUR, '1 hour ago'],
    [-23 * HOUR, '23 hours ago'],
    [-DAY, 'yesterday'],
    [DAY, 'tomorrow'],
    [-2 * DAY, '2 days ago'],
    [7 * DAY, 'in 7 days'],
    [-29 * DAY, '29 days ago'],
    [-30 * DAY, 'last month'],
    [-60 * DAY, '2 months ago'],
    [-364 * DAY, '12 months ago'],
    [-365 * DAY, 'last year'],
    [3 * 365 * DAY, 'in 3 years'],
    // An invite of a week that has just been made.
    [7 * DAY - 5, 'in 7 days'],
  ])('%i s: %s', (seconds, expected) => expect(timesIn('en').ago(after(seconds))).toBe(expected));

  test.each([
    [-HOUR, 'قبل ساعة واحدة'],
    [-2 * HOUR, 'قبل ساعتين'],
    [-3 * HOUR, 'قبل ٣ ساعات'],
    [-11 * HOUR, 'قبل ١١ ساعة'],
  ])('%i s in Arabic', (seconds, expected) =>
    // Which digits a locale has differs between releases of ICU.
    expect(western(timesIn('ar').ago(after(seconds)))).toBe(western(expected)),
  );
});

const western = (text: string) => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));

test('a moment has the day and the time in the zone of the device', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(timesIn('en').moment('2026-03-09T23:05:00Z')).toMatch(/^Mar 10, 2026, 8:05\sAM$/);
  vi.stubEnv('TZ', 'UTC');
  expect(timesIn('en').moment('2026-03-09T23:05:00Z')).toMatch(/^Mar 9, 2026, 11:05\sPM$/);
});
