import type { EffectiveNotificationPreference } from '@palaver/client';
import { expect, test } from 'vitest';
import { FOR_EVER } from '../../chat/muting.js';
import { settingsEn } from '../../i18n/settings.en.js';
import { whyOf } from './why.js';

const NOON = '2026-06-01T12:00:00.000Z';
const PREFERENCE: EffectiveNotificationPreference = {
  serverId: 's',
  channelId: 'c',
  at: NOON,
  localTime: '12:00',
  level: 'mentions',
  mutedUntil: NOON,
  quietStart: '22:00',
  quietEnd: '07:00',
  quietDays: [],
  timezone: 'Europe/Berlin',
  dndUntil: NOON,
  from: {
    level: 'default',
    mutedUntil: 'channel',
    quietHours: 'server',
    quietDays: 'account',
    timezone: 'account',
  },
  outcomes: [],
};
const WRITTEN = {
  moment: (instant: string) => `<${instant}>`,
  days: (days: readonly string[]) => days.join(),
};
const [DEAF, SILENT] = [
  { kind: null, notifies: false },
  { kind: 'mention', notifies: false },
] as const;

test.each([
  [
    'no item',
    { ...DEAF, silence: null },
    {},
    'It does not come into your inbox. The level is “Mentions of me” (the default).',
  ],
  [
    'a notification',
    { kind: 'mention', notifies: true, silence: null },
    { level: 'all' },
    'The level is “All messages” (the default). You are not muted, it is not quiet, and you may be disturbed.',
  ],
  [
    'the level',
    { ...SILENT, silence: 'level' },
    { level: 'nothing' },
    'It comes into your inbox and does not disturb you. The level is “Nothing” (the default).',
  ],
  [
    'muted',
    { ...SILENT, silence: 'muted' },
    {},
    `It comes into your inbox and does not disturb you. Muted until <${NOON}> (set for the channel).`,
  ],
  [
    'muted for ever',
    { ...SILENT, silence: 'muted' },
    { mutedUntil: FOR_EVER },
    'It comes into your inbox and does not disturb you. Muted until you turn it on (set for the channel).',
  ],
  [
    'quiet hours',
    { ...SILENT, silence: 'quiet' },
    {},
    'It comes into your inbox and does not disturb you. It is quiet from 22:00 to 07:00 (set for the server). The time zone is Europe/Berlin (set for your account).',
  ],
  [
    'quiet days',
    { ...SILENT, silence: 'quiet' },
    { quietStart: null, quietEnd: null, quietDays: ['monday', 'sunday'] },
    'It comes into your inbox and does not disturb you. It is quiet on monday,sunday (set for your account). The time zone is Europe/Berlin (set for your account).',
  ],
  [
    'not to be disturbed',
    { ...SILENT, silence: 'dnd' },
    {},
    `It comes into your inbox and does not disturb you. You are not to be disturbed until <${NOON}>.`,
  ],
] as const)('%s is explained', (_name, outcome, changes, expected) => {
  const preference: EffectiveNotificationPreference = {
    ...PREFERENCE,
    ...changes,
    quietDays: 'quietDays' in changes ? [...changes.quietDays] : [],
  };
  expect(whyOf(outcome, preference, settingsEn, WRITTEN)).toBe(expected);
});
