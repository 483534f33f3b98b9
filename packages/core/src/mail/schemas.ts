import { z } from 'zod';
import { Password } from '../auth/schemas.js';
import { Email } from '../users/schemas.js';

/** As `newToken` makes them, with room for those of later releases. */
const LinkToken = z.string().min(1).max(256).meta({ description: 'The token of the link in the mail.' });

export const VerifyEmailInput = z.object({ token: LinkToken });
export const RequestResetInput = z.object({
  email: Email.meta({ description: 'The e-mail address of the account.' }),
});
export const ResetPasswordInput = z.object({ token: LinkToken, newPassword: Password });
export type ResetPasswordInput = z.output<typeof ResetPasswordInput>;
