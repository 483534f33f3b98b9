import { describe, expect, test } from 'vitest';
import { decideNotification } from './decide-notification.js';
import { effectivePreference, type PreferenceFacts } from './preference-facts.js';
import { isQuiet } from './quiet-hours.js';

const UNSET: PreferenceFacts = {
  level: null,
  mutedUntil: null,
  quietStart: null,
  quietEnd: null,
  quietDays: null,
  timezone: null,
};
const NOON = Date.parse('2026-06-01T12:00:00Z');

/** What becomes of a message, and of what kinds: the same rule for each of them. */
const decide = (
  message: string,
  {
    channel = {},
    server = {},
    account = {},
    defaultLevel = null,
    timezone = null,
    dndUntil = null,
    at = NOON,
  }: {
    readonly channel?: Partial<PreferenceFacts>;
    readonly server?: Partial<PreferenceFacts>;
    readonly account?: Partial<PreferenceFacts>;
    readonly defaultLevel?: PreferenceFacts['level'];
    readonly timezone?: string | null;
    readonly dndUntil?: number | null;
    readonly at?: number;
  } = {},
): string => {
  const has = (word: string) => message.includes(word);
  const isDm = has('dm');
  const preference = effectivePreference({
    isDm,
    channel: { ...UNSET, ...channel },
    server: isDm ? null : { ...UNSET, ...server },
    account: { ...UNSET, ...account },
    defaultLevel,
    timezone,
    dndUntil,
  });
  const facts = {
    isDm,
    isReply: has('reply'),
    isMentioned: has('mention'),
    hasKeyword: has('keyword'),
    followsThread: has('followed'),
    at,
  };
  const { kind, silence } = decideNotification(facts, preference);
  return `${kind ?? 'none'}${silence === null ? '' : `, ${silence}`}`;
};

test.each([
  // By default: everything in direct messages, mentions and followed threads in servers.
  ['dm', {}, 'dm'],
  ['dm mention', {}, 'dm'],
  ['plain', {}, 'none'],
  ['mention', {}, 'mention'],
  ['reply', {}, 'none'],
  ['followed reply', {}, 'thread_reply'],
  ['followed reply mention', {}, 'mention'],
  // A keyword is told of as a mention is, and a mention before it.
  ['keyword', {}, 'keyword'],
  ['reply keyword', {}, 'keyword'],
  ['keyword mention', {}, 'mention'],
  ['followed reply keyword', {}, 'keyword'],
  ['keyword', { server: { level: 'all' } }, 'keyword'],
  ['keyword', { server: { level: 'nothing' } }, 'none'],
  ['keyword', { account: { mutedUntil: NOON + 1 } }, 'keyword, muted'],
  ['dm keyword', {}, 'dm'],
  // The account is under the server and over the default of the channel; its level is for servers alone.
  ['plain', { account: { level: 'all' } }, 'channel'],
  ['plain', { account: { level: 'all' }, server: { level: 'mentions' } }, 'none'],
  ['plain', { account: { level: 'nothing' }, channel: { level: 'all' } }, 'channel'],
  ['plain', { account: { level: 'mentions' }, defaultLevel: 'all' }, 'none'],
  ['mention', { account: { level: 'nothing' } }, 'none'],
  ['dm', { account: { level: 'nothing' } }, 'dm'],
  ['dm', { account: { mutedUntil: NOON + 1 } }, 'dm, muted'],
  ['mention', { account: { mutedUntil: NOON + 1 }, server: { mutedUntil: 0 } }, 'mention'],
  ['dm', { account: { quietStart: '11:00', quietEnd: '13:00' } }, 'dm, quiet'],
  ['mention', { account: { quietStart: '11:00', quietEnd: '13:00', timezone: 'Asia/Kathmandu' } }, 'mention'],
  // Days that are quiet as a whole: noon of 1 June 2026 is a Monday, and Tuesday in Kiritimati.
  ['mention', { account: { quietDays: ['monday'] } }, 'mention, quiet'],
  ['mention', { account: { quietDays: ['sunday', 'tuesday'] } }, 'mention'],
  ['mention', { account: { quietDays: ['tuesday'] }, timezone: 'Pacific/Kiritimati' }, 'mention, quiet'],
  ['mention', { account: { quietDays: ['monday'] }, server: { quietDays: [] } }, 'mention'],
  ['mention', { account: { quietDays: ['monday'] }, channel: { quietDays: ['friday'] } }, 'mention'],
  [
    'mention',
    { account: { quietDays: ['friday'] }, server: { quietStart: '11:00', quietEnd: '13:00' } },
    'mention, quiet',
  ],
  // Levels, channel over server.
  ['plain', { server: { level: 'all' } }, 'channel'],
  ['reply', { server: { level: 'all' } }, 'none'],
  ['followed reply', { server: { level: 'all' } }, 'thread_reply'],
  ['mention', { server: { level: 'all' } }, 'mention'],
  ['plain', { server: { level: 'all' }, channel: { level: 'mentions' } }, 'none'],
  ['plain', { server: { level: 'nothing' }, channel: { level: 'all' } }, 'channel'],
  ['mention', { server: { level: 'nothing' } }, 'none'],
  ['followed reply', { channel: { level: 'nothing' } }, 'none'],
  ['mention', { server: { level: 'nothing' }, channel: { level: 'mentions' } }, 'mention'],
  // The default of the channel is for who has set no level, for the channel or the server.
  ['plain', { defaultLevel: 'all' }, 'channel'],
  ['reply', { defaultLevel: 'all' }, 'none'],
  ['plain', { defaultLevel: 'all', server: { level: 'mentions' } }, 'none'],
  ['plain', { defaultLevel: 'all', channel: { level: 'mentions' } }, 'none'],
  ['mention', { defaultLevel: 'nothing' }, 'none'],
  ['followed reply', { defaultLevel: 'nothing' }, 'none'],
  ['mention', { defaultLevel: 'nothing', server: { level: 'mentions' } }, 'mention'],
  ['plain', { defaultLevel: 'nothing', channel: { level: 'all' } }, 'channel'],
  ['plain', { defaultLevel: 'all', channel: { mutedUntil: NOON + 1 } }, 'channel, muted'],
  // Of a direct message there is always an item.
  ['dm', { channel: { level: 'nothing' } }, 'dm, level'],
  ['dm', { channel: { level: 'mentions' } }, 'dm, level'],
  ['dm mention', { channel: { level: 'mentions' } }, 'dm'],
  ['dm', { channel: { mutedUntil: NOON + 1 } }, 'dm, muted'],
  // Muted until an instant.
  ['mention', { channel: { mutedUntil: NOON + 1 } }, 'mention, muted'],
  ['mention', { channel: { mutedUntil: NOON } }, 'mention'],
  ['mention', { server: { mutedUntil: NOON + 1 } }, 'mention, muted'],
  ['mention', { server: { mutedUntil: NOON + 1 }, channel: { mutedUntil: 0 } }, 'mention'],
  ['plain', { server: { level: 'all', mutedUntil: NOON + 1 } }, 'channel, muted'],
  ['plain', { server: { mutedUntil: NOON + 1 } }, 'none'],
  // Quiet hours, in the zone of the channel, the server, the account or UTC.
  ['mention', { server: { quietStart: '11:00', quietEnd: '13:00' } }, 'mention, quiet'],
  ['mention', { server: { quietStart: '12:01', quietEnd: '12:00' } }, 'mention'],
  ['mention', { server: { quietStart: '12:00', quietEnd: '12:01' } }, 'mention, quiet'],
  ['mention', { server: { quietStart: '11:59', quietEnd: '12:00' } }, 'mention'],
  [
    'mention',
    { server: { quietStart: '13:00', quietEnd: '15:00' }, timezone: 'Europe/Berlin' },
    'mention, quiet',
  ],
  [
    'mention',
    { server: { quietStart: '13:00', quietEnd: '15:00', timezone: 'UTC' }, timezone: 'Europe/Berlin' },
    'mention',
  ],
  [
    'mention',
    { server: { quietStart: '13:00', quietEnd: '15:00' }, channel: { timezone: 'Asia/Kathmandu' } },
    'mention',
  ],
  [
    'mention',
    {
      server: { quietStart: '11:00', quietEnd: '13:00' },
      channel: { quietStart: '01:00', quietEnd: '02:00' },
    },
    'mention',
  ],
  [
    'mention',
    { server: { quietStart: '11:00', quietEnd: '13:00', timezone: 'Gone/Zone' } },
    'mention, quiet',
  ],
] as const)('%s with %j: %s', (message, given, expected) => {
  expect(decide(message, given)).toBe(expected);
});

describe('quiet hours', () => {
  const night = { start: '22:00', end: '07:00' };

  test.each([
    // Clocks in Berlin go from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October.
    ['Europe/Berlin', '2026-03-28T20:59:59Z', night, false],
    ['Europe/Berlin', '2026-03-28T21:00:00Z', night, true],
    ['Europe/Berlin', '2026-03-29T04:59:59Z', night, true],
    ['Europe/Berlin', '2026-03-29T05:00:00Z', night, false],
    ['Europe/Berlin', '2026-10-24T19:59:59Z', night, false],
    ['Europe/Berlin', '2026-10-24T20:00:00Z', night, true],
    ['Europe/Berlin', '2026-10-25T05:59:59Z', night, true],
    ['Europe/Berlin', '2026-10-25T06:00:00Z', night, false],
    // The hour that is left out, and the one that comes twice.
    ['Europe/Berlin', '2026-03-29T00:59:59Z', { start: '02:00', end: '03:00' }, false],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', { start: '02:00', end: '03:00' }, false],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', { start: '02:30', end: '03:30' }, true],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', { start: '02:00', end: '03:00' }, true],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', { start: '02:00', end: '03:00' }, true],
    ['Europe/Berlin', '2026-10-25T02:00:00Z', { start: '02:00', end: '03:00' }, false],
    // New York: 8 March and 1 November 2026.
    ['America/New_York', '2026-03-08T02:59:59Z', night, false],
    ['America/New_York', '2026-03-08T03:00:00Z', night, true],
    ['America/New_York', '2026-03-08T10:59:59Z', night, true],
    ['America/New_York', '2026-03-08T11:00:00Z', night, false],
    ['America/New_York', '2026-11-01T11:59:59Z', night, true],
    ['America/New_York', '2026-11-01T12:00:00Z', night, false],
    // The other half of the year, half an hour of daylight saving, and odd offsets.
    ['Australia/Lord_Howe', '2026-04-04T20:29:59Z', night, true],
    ['Australia/Lord_Howe', '2026-04-04T20:30:00Z', night, false],
    ['Asia/Kathmandu', '2026-06-01T16:14:59Z', night, false],
    ['Asia/Kathmandu', '2026-06-01T16:15:00Z', night, true],
    ['Pacific/Chatham', '2026-06-01T09:15:00Z', night, true],
    ['UTC', '2026-06-01T00:00:00Z', { start: '00:00', end: '23:59' }, true],
    ['UTC', '2026-06-01T23:59:59Z', { start: '00:00', end: '23:59' }, false],
    ['UTC', '2026-06-01T23:59:00Z', { start: '23:59', end: '00:00' }, true],
  ])('%s at %s, %j: %s', (zone, at, hours, expected) => {
    expect(isQuiet({ hours, days: [] }, zone, Date.parse(at))).toBe(expected);
  });

  test('of nine hours last eight and ten on the nights of daylight saving', () => {
    const minutesOf = (day: string) => {
      const start = Date.parse(`${day}T12:00:00Z`);
      const minutes = Array.from({ length: 24 * 60 }, (_, minute) => start + minute * 60_000);
      return minutes.filter((at) => isQuiet({ hours: night, days: [] }, 'Europe/Berlin', at)).length / 60;
    };
    expect(['2026-03-28', '2026-06-01', '2026-10-24'].map(minutesOf)).toEqual([8, 9, 10]);
  });
});

test.each([
  ['dm', { dndUntil: NOON + 1 }, 'dm, dnd'],
  ['mention', { dndUntil: NOON + 1 }, 'mention, dnd'],
  ['plain', { dndUntil: NOON + 1 }, 'none'],
  ['dm', { dndUntil: NOON }, 'dm'],
  ['mention', { dndUntil: NOON - 1 }, 'mention'],
  // The narrower reason is named.
  ['mention', { dndUntil: NOON + 1, server: { mutedUntil: NOON + 1 } }, 'mention, muted'],
])('do not disturb: %s with %j is %s', (message, given, expected) => {
  expect(decide(message, given)).toBe(expected);
});
