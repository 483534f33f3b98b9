import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { clearable } from '../kernel/schema/optional.js';
import { writing } from '../kernel/schema/writing.js';
import { NotificationLevel, NotificationPreference } from '../protocol/records/notification-preference.js';
import { Timezone } from '../users/schemas.js';

const QuietTime = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time of day from 00:00 to 23:59')
  .meta({ example: '22:00' });

/** Outside of these years an ISO 8601 text has no year of four digits, or Postgres has no such year. */
const EARLIEST = Date.parse('1970-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

const MutedUntil = z
  .string()
  .max(40, 'must be an ISO 8601 date-time')
  .pipe(z.iso.datetime({ offset: true, message: 'must be an ISO 8601 date-time with "Z" or an offset' }))
  .transform((value) => new Date(value))
  .refine(
    (date) => date.getTime() >= EARLIEST && date.getTime() <= LATEST,
    'must lie in the years 1970 to 9999',
  )
  .meta({ format: 'date-time', example: '2026-03-01T12:00:00Z' });

/** docs/reference.md, Notification preferences: a field that is not given stays as it is, null clears it. */
const fields = z.object({
  level: clearable(NotificationLevel),
  mutedUntil: clearable(MutedUntil).meta({
    description: 'Muted until this instant; one in the past mutes nothing.',
  }),
  quietStart: clearable(QuietTime).meta({ description: 'Set and cleared together with `quietEnd`.' }),
  quietEnd: clearable(QuietTime).meta({ description: 'Differs from `quietStart`; may be on the next day.' }),
  timezone: clearable(Timezone),
});
export type PreferenceChanges = z.output<typeof fields>;

export const ServerPreferenceInput = z.object({ serverId: idInput('the server') });
export const ChannelPreferenceInput = ServerPreferenceInput.extend({ channelId: idInput('the channel') });
/** A channel by its own id alone. */
export const AnyChannelPreferenceInput = ChannelPreferenceInput.pick({ channelId: true });
export const SetServerPreferenceInput = writing(NotificationPreference, {
  ...ServerPreferenceInput.shape,
  ...fields.shape,
});
export const SetChannelPreferenceInput = writing(NotificationPreference, {
  ...ChannelPreferenceInput.shape,
  ...fields.shape,
});
export const SetAnyChannelPreferenceInput = writing(NotificationPreference, {
  ...AnyChannelPreferenceInput.shape,
  ...fields.shape,
});
