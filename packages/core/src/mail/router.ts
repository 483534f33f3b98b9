import { rest } from '../procedures/rest.js';
import { personProcedure, publicProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { PasswordReset } from '../protocol/records/session.js';
import { requestReset, requestVerification, resetPassword, verifyEmail } from './actions.js';
import { RequestResetInput, ResetPasswordInput, VerifyEmailInput } from './schemas.js';

export const mailRouter = router({
  requestVerification: personProcedure
    .meta(
      rest('POST', '/api/users/me/email/verify', {
        tag: 'users',
        summary: 'Mail yourself a link that confirms your e-mail address',
        description: 'The link works once, for 24 hours. A verified address gets no mail.',
        errors: ['PEOPLE_ONLY', 'NO_EMAIL', 'TOO_MANY_MAILS', 'MAIL_NOT_CONFIGURED'],
      }),
    )
    .output(Done)
    .mutation(async ({ ctx }) => {
      await requestVerification(ctx);
      return DONE;
    }),

  verifyEmail: personProcedure
    .meta(
      rest('POST', '/api/auth/verify-email', {
        tag: 'auth',
        summary: 'Confirm your e-mail address by the link in a mail',
        description: 'It takes a session of the account that the link is for: a link alone proves nothing.',
        errors: ['PEOPLE_ONLY', 'LINK_NOT_VALID', 'LINK_OF_ANOTHER_ACCOUNT', 'EMAIL_TAKEN'],
        limiter: 'auth',
      }),
    )
    .input(VerifyEmailInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx, input.token);
      return DONE;
    }),

  requestPasswordReset: publicProcedure
    .meta(
      rest('POST', '/api/auth/password-reset', {
        tag: 'auth',
        summary: 'Mail a link to a new password',
        description:
          'The answer is the same whether or not an account has the address. The link works once, for 30 minutes, and an account ' +
          'gets three mails an hour.',
        signedIn: false,
        errors: ['MAIL_NOT_CONFIGURED'],
        limiter: 'auth',
      }),
    )
    .input(RequestResetInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await requestReset(ctx, input.email);
      return DONE;
    }),

  resetPassword: publicProcedure
    .meta(
      rest('POST', '/api/auth/password-reset/confirm', {
        tag: 'auth',
        summary: 'Set a new password by the link in a mail',
        description:
          'All sessions of the account end. `remaining` is what still leads into it; who has signed in can end all of that ' +
          '(`POST /api/auth/end-other-access`). Where the address had not been proven before, it is ended at once.',
        signedIn: false,
        errors: ['LINK_NOT_VALID'],
        limiter: 'auth',
      }),
    )
    .input(ResetPasswordInput)
    .output(PasswordReset)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
});
