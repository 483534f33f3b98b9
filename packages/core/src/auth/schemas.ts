import { z } from 'zod';
import { IdInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { Me } from '../protocol/records/user.js';
import { DisplayName, Email, GivenPassword, Username } from '../users/schemas.js';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const Password = text(PASSWORD_MIN, PASSWORD_MAX).meta({ format: 'password' });

export const RegisterInput = writing(Me, {
  username: Username,
  password: Password,
  displayName: optional(DisplayName).meta({ description: 'Defaults to the username.' }),
  email: optional(Email),
});
export type RegisterInput = z.output<typeof RegisterInput>;

export const LoginInput = z
  .object({
    username: optional(z.string().max(254)).meta({
      description: 'The username or the e-mail address; give either this or `email`.',
    }),
    email: optional(z.string().max(254)),
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

export const SessionInput = z.object({ sessionId: IdInput });

export const SocialInput = z.object({
  provider: z.string().max(64),
  redirectTo: optional(z.string().max(2048)),
});
export const SocialStart = z.object({ url: z.string(), state: z.string() });
export const SocialCallbackInput = z.object({
  provider: z.string(),
  code: optional(z.string().max(4096)),
  state: optional(z.string().max(4096)),
});
