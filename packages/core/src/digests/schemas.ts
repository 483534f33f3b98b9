import { z } from 'zod';
import { optional } from '../kernel/schema/optional.js';
import { writing } from '../kernel/schema/writing.js';
import { DigestDelay, MailPreferences } from '../protocol/records/mail-preferences.js';

export const SetMailPreferencesInput = writing(MailPreferences, {
  digest: optional(DigestDelay).meta({ description: 'Left out, it stays as it is.' }),
}).prefault({});
export type SetMailPreferencesInput = z.output<typeof SetMailPreferencesInput>;

export const UnsubscribeInput = z.object({
  token: z.string().min(1).max(512).meta({ description: 'The token of the link in the mail.' }),
});
