import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { Me } from '../protocol/records/user.js';
import { DisplayName, Email, GivenPassword, Username } from '../users/schemas.js';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const Password = text(PASSWORD_MIN, PASSWORD_MAX).meta({
  format: 'password',
  description: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, any of them.`,
});

export const RegisterInput = writing(Me, {
  username: Username,
  password: Password,
  displayName: optional(DisplayName).meta({ description: 'Defaults to the username.' }),
  email: optional(Email),
  inviteCode: optional(z.string().max(64)).meta({
    description:
      'The code of an invite; the account joins its server. Required where `REGISTRATION` is `invite`.',
  }),
  setupCode: optional(z.string().max(64)).meta({
    description:
      'The one-time code that the start shows the operator while the service has no admin. The account becomes its first one.',
  }),
});
export type RegisterInput = z.output<typeof RegisterInput>;

export const LoginInput = z
  .object({
    username: optional(z.string().max(254)).meta({
      description: 'The username or the e-mail address; give either this or `email`.',
    }),
    email: optional(z.string().max(254)).meta({ description: 'Give either this or `username`.' }),
    password: GivenPassword,
  })
  .refine((input) => (input.username === undefined) !== (input.email === undefined), {
    path: ['username'],
    message: 'give either a username or an email',
  });
export type LoginInput = z.output<typeof LoginInput>;

export const ChangePasswordInput = z.object({
  currentPassword: GivenPassword,
  newPassword: Password,
  rotateBots: optionalOr(z.boolean(), false).meta({
    description: 'Whether all your bots get new tokens, which are in the answer. The old ones end.',
  }),
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;

export const SessionInput = z.object({ sessionId: idInput('the session') });

const PROVIDER = { description: 'The name of the sign-in provider.', example: 'example' };

export const SocialInput = z.object({
  provider: z.string().max(64).meta(PROVIDER),
  redirectTo: optional(z.string().max(2048)).meta({
    description: 'Where the browser goes afterwards; an address that the service allows.',
  }),
});
export const SocialCallbackInput = z.object({
  provider: z.string().meta(PROVIDER),
  code: optional(z.string().max(4096)).meta({ description: 'The code of the provider.' }),
  state: optional(z.string().max(4096)).meta({ description: 'The `state` that the sign-in began with.' }),
});
