import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const NotificationLevel = z.enum(['all', 'mentions', 'nothing']).meta({
  id: 'NotificationLevel',
  description: 'Which messages notify: all, those that mention you, or none.',
});
export type NotificationLevel = z.output<typeof NotificationLevel>;

export const Weekday = z
  .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
  .meta({ id: 'Weekday', description: 'A day of the week.' });
export type Weekday = z.output<typeof Weekday>;

/** The answer of every operation on preferences; a field that is not set here is null. */
export const NotificationPreference = z
  .object({
    serverId: Id.nullable().meta({ description: 'Null for a direct message, and for the whole account.' }),
    channelId: Id.nullable().meta({
      description: 'Null for the preference of the whole server or the whole account.',
    }),
    level: NotificationLevel.nullable(),
    mutedUntil: Instant.nullable(),
    quietStart: z.string().nullable().meta({ description: '`HH:MM` in the time zone.' }),
    quietEnd: z
      .string()
      .nullable()
      .meta({ description: '`HH:MM`; before `quietStart` it is on the next day.' }),
    quietDays: z.array(Weekday).nullable().default(null).meta({
      description: 'Days that are quiet from 00:00 to 24:00 in the time zone, beside the quiet hours.',
    }),
    timezone: z.string().nullable().meta({ description: "Null for the user's own time zone, else UTC." }),
    keywords: z.array(z.string()).nullable().default(null).meta({
      description: 'Words that notify you as a mention does; null but in the preference of the account.',
    }),
    updatedAt: Instant.nullable().meta({ description: 'Null when nothing was ever set.' }),
  })
  .meta({
    id: 'NotificationPreference',
    description:
      'What a user has set for a server, a channel or the whole account. For a field that is null, the wider preference applies: of the server for a channel, of the account for a server or a direct message.',
  });
export type NotificationPreference = z.output<typeof NotificationPreference>;
