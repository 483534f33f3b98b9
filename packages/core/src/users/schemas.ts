import { z } from 'zod';
import { canonicalEmoji } from '../kernel/schema/emoji.js';
import { nameOfCharacter } from '../kernel/schema/hidden-characters.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { MetadataInput } from '../kernel/schema/metadata.js';
import { clearable, optional } from '../kernel/schema/optional.js';
import { isReservedUsername } from '../kernel/schema/reserved-usernames.js';
import { nameText, readableText } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { DmsFrom, Me } from '../protocol/records/user.js';

export const Username = z
  .string()
  .regex(/^[A-Za-z0-9._-]{2,32}$/, { error: ({ input }) => usernameProblem(String(input)) })
  .refine((name) => /[A-Za-z0-9]/.test(name), 'must have a letter or a digit')
  .refine((name) => !isReservedUsername(name), 'is a name that nobody may take')
  .meta({ description: 'Kept as typed; unique without regard to case.', example: 'alice' });

export const DisplayName = nameText(1, 64).meta({
  description: 'The name that is shown to people: up to 64 characters.',
});
export const Status = readableText(0, 128).meta({ description: 'A free text; empty when none is set.' });

const StatusEmoji = z
  .string()
  .transform(canonicalEmoji)
  .pipe(nameText(1, 64).refine((emoji) => !/\s/.test(emoji), 'must not contain white space'))
  .meta({ description: 'An emoji, or the name of one, that is shown with the status.', example: '🌴' });

export const Timezone = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be the name of an IANA time zone')
  .meta({ description: 'An IANA time zone name.', example: 'Europe/Berlin' });

export const SharesTimezone = z.boolean().meta({
  description: 'Whether those who are in a server with you see your time zone.',
});

export const Email = z.email().max(254).meta({ description: 'An e-mail address; unique.' });

/** Less strict than a new password: what is no password of an account is a wrong one, not an invalid field. */
export const GivenPassword = z
  .string()
  .min(1)
  .max(1024)
  .meta({ description: 'The password of the account.' });

/** Names the first character that a username may not have. */
function usernameProblem(name: string): string {
  const rule = 'must be 2 to 32 of the letters A to Z, digits, ".", "_" and "-"';
  const found = [...name].find((character) => !/[A-Za-z0-9._-]/.test(character));
  return found === undefined ? rule : `${rule}; it has ${nameOfCharacter(found)}`;
}

export const UpdateMeInput = writing(Me, {
  username: optional(Username),
  email: clearable(Email),
  displayName: optional(DisplayName),
  status: optional(Status),
  statusEmoji: clearable(StatusEmoji),
  statusExpiresAt: clearable(InstantInput).meta({
    description: 'When the status ends; in the future. A status that is given without it has no end.',
  }),
  dndUntil: clearable(InstantInput).meta({
    description: 'Until then nothing disturbs you, and others see it; one in the past disturbs as ever.',
  }),
  timezone: clearable(Timezone),
  sharesTimezone: optional(SharesTimezone),
  readReceipts: optional(z.boolean()).meta({
    description: 'Whether others see how far you have read, and you how far they have.',
  }),
  invisible: optional(z.boolean()).meta({
    description: 'Whether others see you as offline while you are online.',
  }),
  dmsFrom: optional(DmsFrom).meta({
    description: 'Who may open a direct message with you. Those that are open stay.',
  }),
  metadata: clearable(MetadataInput),
  currentPassword: optional(GivenPassword).meta({
    description:
      'To change the username or the e-mail address, unless you proved within the last ten minutes that it is you.',
  }),
}).prefault({});
export type UpdateMeInput = z.output<typeof UpdateMeInput>;

function isTimezone(name: string): boolean {
  try {
    // Intl also accepts an offset such as "+02:00", which is no zone: it has no daylight saving time.
    return (
      /^[A-Za-z]/.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}
