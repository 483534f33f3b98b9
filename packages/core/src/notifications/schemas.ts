import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { clearable, optional } from '../kernel/schema/optional.js';
import { nameText } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import {
  NotificationLevel,
  NotificationPreference,
  Weekday,
} from '../protocol/records/notification-preference.js';
import { Timezone } from '../users/schemas.js';

const QuietTime = z
  .string()
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time of day from 00:00 to 23:59')
  .meta({ example: '22:00' });

/** Without doubles, in the order of the week. */
const QuietDays = z
  .array(Weekday)
  .max(Weekday.options.length)
  .transform((days) => Weekday.options.filter((day) => days.includes(day)));

/** docs/reference.md, Notification preferences: a field that is not given stays as it is, null clears it. */
const fields = z.object({
  level: clearable(NotificationLevel),
  mutedUntil: clearable(InstantInput).meta({
    description: 'Muted until this instant; one in the past mutes nothing.',
  }),
  quietStart: clearable(QuietTime).meta({ description: 'Set and cleared together with `quietEnd`.' }),
  quietEnd: clearable(QuietTime).meta({ description: 'Differs from `quietStart`; may be on the next day.' }),
  quietDays: clearable(QuietDays).meta({
    description:
      'Quiet as a whole, beside the quiet hours: at most six days. An empty list is none, also where the wider preference has some.',
  }),
  timezone: clearable(Timezone),
});
export type PreferenceChanges = z.output<typeof fields>;

const Keywords = z.array(nameText(1, 50)).max(50);

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

export const SetAccountPreferenceInput = writing(NotificationPreference, {
  ...fields.shape,
  keywords: clearable(Keywords).meta({
    description: 'Words or phrases of up to 50 characters. Whole words count, in any case.',
  }),
}).prefault({});
export type AccountPreferenceChanges = z.output<typeof SetAccountPreferenceInput>;

const at = optional(InstantInput).meta({ description: 'The instant to explain; now, where it is left out.' });
export const EffectiveForServerInput = ServerPreferenceInput.extend({ at });
export const EffectiveForChannelInput = ChannelPreferenceInput.extend({ at });
export const EffectiveForAnyChannelInput = AnyChannelPreferenceInput.extend({ at });
