import { z } from 'zod';
import { Id, Instant } from '../kernel/ids.js';
import { nameText, text } from '../kernel/text.js';

export const Username = z
  .string()
  .regex(/^[A-Za-z0-9._-]{2,32}$/, 'must be 2 to 32 of the letters A to Z, digits, ".", "_" and "-"')
  .meta({ description: 'Kept as typed; unique without regard to case.', example: 'alice' });

export const DisplayName = nameText(1, 64);
export const Status = text(0, 128).meta({ description: 'A free text; empty when none is set.' });

export const Timezone = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be the name of an IANA time zone')
  .meta({ description: 'An IANA time zone name.', example: 'Europe/Berlin' });

/** Reference section 2, "User (also used for bots)". */
export const User = z
  .object({
    id: Id,
    username: z.string(),
    displayName: z.string(),
    status: z.string().meta({ description: 'A free text; empty when none is set.' }),
    bot: z.boolean().meta({ description: 'True when the account is a bot.' }),
    createdAt: Instant,
    avatarPath: z
      .string()
      .nullable()
      .meta({ description: 'Path of the avatar image on this service; null without one.' }),
  })
  .meta({ id: 'User', description: 'A person or a bot.' });
export type User = z.output<typeof User>;

/** The caller's own account: what others see, and what only its holder does. */
export const Me = User.extend({
  email: z.string().nullable(),
  timezone: z.string().nullable().meta({ description: 'IANA time zone; null when not set.' }),
}).meta({ id: 'Me', description: "The caller's own account." });
export type Me = z.output<typeof Me>;

export const UpdateMeInput = z.object({
  displayName: DisplayName.optional(),
  status: Status.optional(),
  timezone: Timezone.nullable().optional(),
});
export type UpdateMeInput = z.output<typeof UpdateMeInput>;

function isTimezone(name: string): boolean {
  try {
    // An offset such as "+02:00" is accepted by Intl, but it is no zone: it knows nothing of daylight saving.
    return (
      /^[A-Za-z]/.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}
