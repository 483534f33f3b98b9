import { describe, expect, test } from 'vitest';
import { isQuiet } from '../notifications/quiet-hours.js';
import type { MailedItem } from './item-queries.js';
import { planDigest } from './plan-digest.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOBODY_SET = {
  level: null,
  mutedUntil: null,
  quietStart: null,
  quietEnd: null,
  quietDays: null,
  timezone: null,
};
const NIGHT = { quietStart: '22:00', quietEnd: '07:00' };

const item = (at: number, given: Partial<MailedItem> = {}): MailedItem => ({
  id: String(at),
  at,
  isDm: false,
  isMentioned: true,
  hasKeyword: false,
  isReminder: false,
  channel: null,
  server: null,
  account: null,
  defaultLevel: null,
  timezone: null,
  dndUntil: null,
  ...given,
});

/** When the digest of items is mailed, and which of them, as the background work looks again whenever it is due. */
function mailedAt(items: readonly MailedItem[], begin: number, delayMs = HOUR_MS): string {
  let now = begin;
  for (let look = 0; look < 10; look++) {
    const plan = planDigest(items, { lastReadAt: null, delayMs }, now);
    if (plan.now.length > 0) return `${new Date(now).toISOString().slice(0, 16)} ${plan.now.length}`;
    if (plan.dueAt === null) return 'never';
    expect(plan.dueAt).toBeGreaterThan(now);
    now = plan.dueAt;
  }
  return 'always later';
}

describe('a digest in quiet hours', () => {
  const server = { ...NOBODY_SET, ...NIGHT };

  test.each([
    // A night of nine hours; clocks in Berlin go forward on 29 March 2026 and back on 25 October.
    ['2026-06-01T19:30:00Z', 'Europe/Berlin', '2026-06-02T05:00 1'],
    ['2026-03-28T20:30:00Z', 'Europe/Berlin', '2026-03-29T05:00 1'],
    ['2026-10-24T19:30:00Z', 'Europe/Berlin', '2026-10-25T06:00 1'],
    ['2026-03-08T02:30:00Z', 'America/New_York', '2026-03-08T11:00 1'],
    ['2026-11-01T01:30:00Z', 'America/New_York', '2026-11-01T12:00 1'],
    ['2026-04-04T10:30:00Z', 'Australia/Lord_Howe', '2026-04-04T20:30 1'],
    ['2026-06-01T15:30:00Z', 'Asia/Kathmandu', '2026-06-02T01:15 1'],
    // It ends before they begin.
    ['2026-06-01T18:30:00Z', 'Europe/Berlin', '2026-06-01T19:30 1'],
  ])('of a mention at %s in %s is mailed at %s', (at, timezone, expected) => {
    const posted = Date.parse(at);
    expect(mailedAt([item(posted, { server, timezone })], posted)).toBe(expected);
  });

  test.each(['2026-03-28', '2026-10-24', '2026-06-01'])('is never mailed in them, around %s', (day) => {
    const begin = Date.parse(`${day}T12:00:00Z`);
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const posted = begin + minute * MINUTE_MS + 12_345;
      const text = mailedAt([item(posted, { server, timezone: 'Europe/Berlin' })], posted);
      const at = Date.parse(`${text.slice(0, 16)}:00Z`);
      expect(isQuiet({ hours: { start: '22:00', end: '07:00' }, days: [] }, 'Europe/Berlin', at)).toBe(false);
      expect(at - posted).toBeLessThanOrEqual(12 * HOUR_MS);
    }
  });

  test.each([
    // From Friday evening: the weekend, and then the night before Monday morning.
    ['2026-06-05T21:30:00Z', { ...server, quietDays: ['saturday', 'sunday'] }, '2026-06-08T07:00 1'],
    // Friday is quiet as a whole, and its last hours with it.
    ['2026-06-05T00:30:00Z', { ...NOBODY_SET, quietDays: ['friday'] }, '2026-06-06T00:00 1'],
    [
      '2026-06-05T12:00:00Z',
      {
        ...NOBODY_SET,
        quietStart: '00:01',
        quietEnd: '00:00',
        quietDays: ['monday', 'tuesday', 'wednesday', 'friday', 'saturday', 'sunday'],
      },
      '2026-06-11T00:00 1',
    ],
  ] as const)('of a mention at %s with %j is mailed at %s', (at, account, expected) => {
    const posted = Date.parse(at);
    expect(mailedAt([item(posted, { account })], posted)).toBe(expected);
  });

  test('has what is not quiet at once, and the rest later', () => {
    const posted = Date.parse('2026-06-01T20:30:00Z');
    const items = [item(posted, { server }), item(posted + 1)];
    const plan = planDigest(items, { lastReadAt: null, delayMs: HOUR_MS }, posted + 2 * HOUR_MS);
    expect(plan.now).toEqual([items[1]]);
    expect(plan.dueAt).toBe(Date.parse('2026-06-02T07:00:00Z'));
  });
});

describe('what decides by now', () => {
  const [posted, now] = [0, HOUR_MS];
  const plan = (given: Partial<MailedItem>) =>
    planDigest([item(posted, given)], { lastReadAt: null, delayMs: HOUR_MS }, now);

  test.each<[string, Partial<MailedItem>, boolean]>([
    ['a mention', {}, true],
    ['a mention at the level "nothing"', { server: { ...NOBODY_SET, level: 'nothing' } }, false],
    ['a mention in a muted channel', { channel: { ...NOBODY_SET, mutedUntil: now + 1 } }, false],
    ['a mention where the mute has ended', { channel: { ...NOBODY_SET, mutedUntil: now } }, true],
    ['a keyword', { isMentioned: false, hasKeyword: true }, true],
    [
      'a reminder, whatever is quiet or unwanted',
      {
        isReminder: true,
        isMentioned: false,
        dndUntil: now + 1,
        channel: {
          ...NOBODY_SET,
          level: 'nothing',
          mutedUntil: now + 1,
          quietStart: '00:00',
          quietEnd: '23:59',
        },
      },
      true,
    ],
    ['a direct message', { isDm: true, isMentioned: false }, true],
    [
      'a direct message at "mentions"',
      { isDm: true, isMentioned: false, channel: { ...NOBODY_SET, level: 'mentions' } },
      false,
    ],
    ['one that mentions, at "mentions"', { isDm: true, channel: { ...NOBODY_SET, level: 'mentions' } }, true],
  ])('%s', (_name, given, isMailed) => {
    expect(plan(given)).toEqual({ now: isMailed ? [item(posted, given)] : [], dueAt: null });
  });
});

test.each([
  [0, null, HOUR_MS - 1, HOUR_MS],
  [0, null, HOUR_MS, null],
  [0, HOUR_MS / 2, HOUR_MS, 1.5 * HOUR_MS],
  [HOUR_MS, HOUR_MS / 2, HOUR_MS, 2 * HOUR_MS],
])('an item of %d, read last at %s, looked at at %d, is due at %s', (at, lastReadAt, now, dueAt) => {
  const plan = planDigest([item(at)], { lastReadAt, delayMs: HOUR_MS }, now);
  expect(plan.dueAt).toBe(dueAt);
  expect(plan.now).toHaveLength(dueAt === null ? 1 : 0);
});
