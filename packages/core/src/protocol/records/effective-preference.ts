import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { NotificationKind } from './notification.js';
import { NotificationLevel, Weekday } from './notification-preference.js';

const PreferenceSource = z.enum(['channel', 'server', 'account', 'channelDefault', 'default']).meta({
  id: 'PreferenceSource',
  description:
    'Where a value was set: for the channel, for its server, in the account, by the admins as the default of the channel, or nowhere.',
});
export type PreferenceSource = z.output<typeof PreferenceSource>;

export const NotificationOutcome = z
  .object({
    message: z
      .enum(['direct_message', 'mention', 'keyword', 'followed_reply', 'other'])
      .meta({ description: 'A kind of message.' }),
    kind: NotificationKind.nullable().meta({
      description: 'The kind of its item in the inbox; null for none.',
    }),
    notifies: z.boolean().meta({ description: 'Whether it would disturb.' }),
    silence: z.enum(['level', 'muted', 'quiet', 'dnd']).nullable().default(null).meta({
      description: 'Why its item would not disturb; null where it would, and where there is no item.',
    }),
    reason: z.string().meta({ description: 'Why, in words.' }),
  })
  .meta({ id: 'NotificationOutcome', description: 'What would become of a message.' });
export type NotificationOutcome = z.output<typeof NotificationOutcome>;

/** docs/notifications.md, Explaining. */
export const EffectiveNotificationPreference = z
  .object({
    serverId: Id.nullable(),
    channelId: Id.nullable(),
    at: Instant.meta({ description: 'The instant that is explained.' }),
    localTime: z.string().meta({ description: 'The same as `HH:MM` in the time zone.' }),
    level: NotificationLevel,
    mutedUntil: Instant.nullable(),
    quietStart: z
      .string()
      .nullable()
      .meta({ description: 'From then on it is quiet, as `HH:MM`; null for never.' }),
    quietEnd: z
      .string()
      .nullable()
      .meta({ description: 'Until then it is quiet, as `HH:MM`; null for never.' }),
    quietDays: z.array(Weekday).meta({ description: 'Days that are quiet as a whole; empty for none.' }),
    timezone: z.string().meta({ description: 'The IANA time zone of the quiet hours.' }),
    dndUntil: Instant.nullable().meta({
      description: 'Until when you are not to be disturbed anywhere, as set in your account.',
    }),
    from: z
      .object({
        level: PreferenceSource,
        mutedUntil: PreferenceSource,
        quietHours: PreferenceSource,
        quietDays: PreferenceSource,
        timezone: PreferenceSource,
      })
      .meta({ description: 'Which preference has decided about each.' }),
    outcomes: z
      .array(NotificationOutcome)
      .meta({ description: 'What would become of each kind of message.' }),
  })
  .meta({
    id: 'EffectiveNotificationPreference',
    description:
      'The notification preference in force at an instant, and what it does to each kind of message.',
  });
export type EffectiveNotificationPreference = z.output<typeof EffectiveNotificationPreference>;
