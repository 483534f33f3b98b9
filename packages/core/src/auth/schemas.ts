import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { Me } from '../protocol/records/user.js';
import { countGiven, PasskeyAssertion, SECOND_FACTOR } from '../second-factors/schemas.js';
import { DisplayName, Email, GivenPassword, SharesTimezone, Timezone, Username } from '../users/schemas.js';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

export const Password = text(PASSWORD_MIN, PASSWORD_MAX).meta({
  format: 'password',
  description: `${PASSWORD_MIN} to ${PASSWORD_MAX} characters, any of them.`,
});

export const RegisterInput = writing(Me, {
  username: Username,
  password: Password,
  displayName: optional(DisplayName).meta({ description: 'Defaults to the username.' }),
  email: optional(Email),
  timezone: optional(Timezone),
  sharesTimezone: optional(SharesTimezone),
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
    ...SECOND_FACTOR,
  })
  .refine((input) => countGiven(input) <= 1, { path: ['totp'], message: 'give one second factor only' })
  .refine((input) => (input.username === undefined) !== (input.email === undefined), {
    path: ['username'],
    message: 'give either a username or an email',
  });
export type LoginInput = z.output<typeof LoginInput>;

export const ChangePasswordInput = z.object({
  currentPassword: optional(GivenPassword).meta({
    description: 'May be left out within ten minutes of a proof that it is you, such as signing in.',
  }),
  newPassword: Password,
  rotateBots: optionalOr(z.boolean(), false).meta({
    description: 'Whether all your bots get new tokens, which are in the answer. The old ones end.',
  }),
});
export type ChangePasswordInput = z.output<typeof ChangePasswordInput>;

export const VerifyInput = z
  .object({ password: optional(GivenPassword), ...SECOND_FACTOR })
  .refine((input) => countGiven(input) + (input.password === undefined ? 0 : 1) === 1, {
    path: ['password'],
    message: 'give either a password, a code or a passkey',
  });
export type VerifyInput = z.output<typeof VerifyInput>;

export const PasskeySignInInput = z.object({ credential: PasskeyAssertion });

export const TokenInput = z.object({
  token: z.string().min(1).max(8192).meta({
    description: 'A JWT that an issuer of the identity file has signed.',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJl',
  }),
});

export const SessionInput = z.object({ sessionId: idInput('the session') });
