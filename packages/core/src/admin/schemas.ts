import { z } from 'zod';
import { Password } from '../auth/schemas.js';
import { idInput } from '../kernel/schema/ids.js';
import { InstantInput } from '../kernel/schema/instant-input.js';
import { ExternalIdInput, MetadataInput } from '../kernel/schema/metadata.js';
import { clearable, optional, optionalOr } from '../kernel/schema/optional.js';
import { Cursor, Page } from '../kernel/schema/pagination.js';
import { nameText, text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { AdminUser } from '../protocol/records/admin.js';
import { ApiKey } from '../protocol/records/api-key.js';
import { SCOPES } from '../protocol/scopes.js';
import { DisplayName, Email, Username } from '../users/schemas.js';

export const ListUsersInput = Page.extend({
  query: optional(text(1, 254)).meta({
    description: 'Only accounts whose username or e-mail address begins so, without regard to case.',
  }),
  username: optional(text(1, 32)).meta({
    description: 'Only the account with this username, without regard to case.',
  }),
  externalId: optional(ExternalIdInput).meta({
    description: 'Only the account with this external id.',
  }),
}).prefault({});
export type ListUsersInput = z.output<typeof ListUsersInput>;

export const ListServersInput = Page.extend({
  query: optional(text(1, 100)).meta({
    description: 'Only servers whose name begins so, without regard to case.',
  }),
}).prefault({});
export type ListServersInput = z.output<typeof ListServersInput>;

export const ListActsInput = Page.extend({
  targetId: optional(Cursor).meta({ description: 'Only acts on the user or server with this id.' }),
}).prefault({});
export type ListActsInput = z.output<typeof ListActsInput>;

const UserId = idInput('the account');
const ServerId = idInput('the server');

export const UserInput = z.object({ userId: UserId });

const MADE = 'Left out, a password is made and shown once in the answer.';

export const CreateUserInput = writing(AdminUser, {
  username: Username,
  password: optional(Password).meta({ description: MADE }),
  displayName: optional(DisplayName).meta({ description: 'Defaults to the username.' }),
  email: optional(Email),
  admin: optionalOr(z.boolean(), false).meta({
    description: 'Whether the person is an admin of this service.',
  }),
});
export type CreateUserInput = z.output<typeof CreateUserInput>;

export const PutExternalUserInput = writing(AdminUser, {
  externalId: ExternalIdInput.meta({
    description:
      "The person's id in your system. The account of an issuer's token has the name of the issuer, a colon and `sub`.",
    example: 'shop:4711',
  }),
  username: optional(Username).meta({
    description:
      'For a new account; where somebody has it, the account gets a similar one. It stays later on.',
  }),
  displayName: optional(DisplayName).meta({ description: 'Defaults to the username.' }),
  email: optional(Email).meta({
    description: 'An address that your system has verified. One that another account has is left out.',
  }),
  metadata: clearable(MetadataInput),
});
export type PutExternalUserInput = z.output<typeof PutExternalUserInput>;

export const UpdateUserInput = writing(AdminUser, {
  userId: UserId,
  admin: optional(z.boolean()).meta({ description: 'Whether the person is an admin of this service.' }),
  deactivated: optional(z.boolean()).meta({ description: 'Whether nobody may sign in as this account.' }),
});
export type UpdateUserInput = z.output<typeof UpdateUserInput>;

export const ResetPasswordInput = z.object({
  userId: UserId,
  newPassword: optional(Password).meta({ description: MADE }),
});
export type ResetPasswordInput = z.output<typeof ResetPasswordInput>;

export const UserSessionInput = z.object({ userId: UserId, sessionId: idInput('the session') });
export type UserSessionInput = z.output<typeof UserSessionInput>;

export const AnyServerInput = z.object({ serverId: ServerId });

export const HandOverInput = z.object({
  serverId: ServerId,
  userId: idInput('the member who is to own the server'),
});
export type HandOverInput = z.output<typeof HandOverInput>;

export const CreateKeyInput = writing(ApiKey, {
  name: nameText(1, 100).meta({ description: 'What it is for: up to 100 characters.' }),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .meta({
      description: 'What it may do; see the list of scopes.',
      example: ['users:write', 'messages:write'],
    }),
  expiresAt: optional(InstantInput).meta({
    description: 'From then on it is refused; without it, it does not expire.',
  }),
});
export type CreateKeyInput = z.output<typeof CreateKeyInput>;

export const KeyInput = z.object({ keyId: idInput('the key') });
