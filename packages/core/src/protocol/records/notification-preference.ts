import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const NotificationLevel = z.enum(['all', 'mentions', 'nothing']).meta({
  id: 'NotificationLevel',
  description: 'Which messages notify: all, those that mention you, or none.',
});
export type NotificationLevel = z.output<typeof NotificationLevel>;

/** The answer of every operation on preferences; a field that is not set here is null. */
export const NotificationPreference = z
  .object({
    serverId: Id.nullable().meta({ description: 'Null for a direct message.' }),
    channelId: Id.nullable().meta({ description: 'Null for the preference of the whole server.' }),
    level: NotificationLevel.nullable(),
    mutedUntil: Instant.nullable(),
    quietStart: z.string().nullable().meta({ description: '`HH:MM` in the time zone.' }),
    quietEnd: z
      .string()
      .nullable()
      .meta({ description: '`HH:MM`; before `quietStart` it is on the next day.' }),
    timezone: z.string().nullable().meta({ description: "Null for the user's own time zone, else UTC." }),
    updatedAt: Instant.nullable().meta({ description: 'Null when nothing was ever set.' }),
  })
  .meta({
    id: 'NotificationPreference',
    description:
      'What a user has set for a server or a channel. For a field that is null in a channel, the preference of the server applies.',
  });
export type NotificationPreference = z.output<typeof NotificationPreference>;
