import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { externalId, metadata } from './embedding.js';

/** docs/reference.md, section 2, User. */
export const User = z
  .object({
    id: Id,
    username: z.string().meta({
      description: 'Unique without regard to case; of all deleted accounts "deleted-user".',
    }),
    displayName: z.string().meta({ description: 'The name that is shown to people; not unique.' }),
    status: z.string().meta({ description: 'A free text; empty when none is set.' }),
    statusEmoji: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'An emoji that is shown with the status; null without one.' }),
    statusExpiresAt: Instant.nullable()
      .default(null)
      .meta({ description: 'When the status ends and is empty again; null for one without an end.' }),
    dndUntil: Instant.nullable()
      .default(null)
      .meta({ description: 'Until when the person is not to be disturbed; null or past where they may be.' }),
    bot: z.boolean().meta({ description: 'True when the account is a bot.' }),
    createdAt: Instant,
    avatarPath: z
      .string()
      .nullable()
      .meta({ description: 'Path of the avatar image on this service; null without one.' }),
    metadata,
    deleted: z.boolean().default(false).meta({
      description:
        'True when the person has no account any more: the profile is empty, and what they wrote stays.',
    }),
  })
  .meta({ id: 'User', description: 'A person or a bot.' });
export type User = z.output<typeof User>;

/** docs/reference.md, Users. It is not in `User`, which each message carries. */
export const Profile = User.extend({
  timezone: z.string().nullable().default(null).meta({
    description: 'The IANA time zone of a person in a server with you who shows it; null for anybody else.',
  }),
  commonServerIds: z.array(Id).default([]).meta({
    description: 'The servers that they are in with you, the oldest first: at most 100.',
  }),
}).meta({ id: 'Profile', description: 'A person or a bot, as their profile shows them.' });
export type Profile = z.output<typeof Profile>;

export const DmsFrom = z.enum(['everyone', 'servers', 'nobody']).meta({
  id: 'DmsFrom',
  description: 'Who may open a direct message: everybody, those of a common server, or nobody.',
});
export type DmsFrom = z.output<typeof DmsFrom>;

/** The caller's own account: the public fields, and those that only the account itself sees. */
export const Me = User.extend({
  email: z.string().nullable().meta({ description: 'Null when not set.' }),
  pendingEmail: z.string().nullable().default(null).meta({
    description: 'An address that counts once the link of the mail to it was followed; null without one.',
  }),
  timezone: z.string().nullable().meta({ description: 'IANA time zone; null when not set.' }),
  sharesTimezone: z.boolean().default(false).meta({
    description: 'Whether those who are in a server with you see your time zone.',
  }),
  readReceipts: z.boolean().default(true).meta({
    description:
      'Whether others see how far you have read, where a channel shows that. If not, you do not see it of them.',
  }),
  invisible: z.boolean().default(false).meta({
    description: 'Whether others see you as offline while you are online. Nobody else sees this.',
  }),
  externalId,
  dmsFrom: DmsFrom.default('everyone').meta({
    description: 'Who may open a direct message with you: everyone, who is in a server with you, or nobody.',
  }),
  blockedUserIds: z
    .array(Id)
    .default([])
    .meta({ description: 'Whom you have blocked, the first one first: hide their messages.' }),
  serviceAdmin: z.boolean().default(false).meta({ description: 'Whether you administer the service.' }),
}).meta({ id: 'Me', description: "The caller's own account." });
export type Me = z.output<typeof Me>;
