import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { adminProcedure } from '../procedures/trpc.js';
import { AdminCheck, AdminVariable, TestMail } from '../protocol/records/operation.js';
import { TestMailInput } from './schemas.js';
import { sendTestMail } from './test-mail.js';

const ADMIN = ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'] as const;

/** For the admin router to spread in. No API key learns how the service is run. */
export const operationProcedures = {
  configuration: adminProcedure
    .meta(
      rest('GET', '/api/admin/configuration', {
        tag: 'admin',
        summary: 'Get the configuration that is in force',
        description:
          'Each variable of the environment, of the node that answers. Of a secret you learn whether it is set.',
        keys: false,
        errors: [...ADMIN],
      }),
    )
    .output(z.array(AdminVariable))
    .query(({ ctx }) => [...ctx.services.operation.variables]),

  checks: adminProcedure
    .meta(
      rest('GET', '/api/admin/checks', {
        tag: 'admin',
        summary: 'Check the service and what it depends on',
        description:
          'The checks of `palaver doctor`, by the node that answers. They take up to ten seconds where something does not answer, and are run ' +
          'once for who asks at the same time.',
        keys: false,
        errors: [...ADMIN],
      }),
    )
    .output(z.array(AdminCheck))
    .query(async ({ ctx }) =>
      (await ctx.services.operation.check()).map(({ advice = null, ...check }) => ({ ...check, advice })),
    ),

  testMail: adminProcedure
    .meta(
      rest('POST', '/api/admin/test-mail', {
        tag: 'admin',
        summary: 'Send a test mail',
        description:
          'The answer comes once the mail server has accepted the mail. Whether it arrives is to be seen there. The audit log has the try.',
        keys: false,
        limiter: 'auth',
        // A mail leaves nothing here that a second one could spoil.
        idempotent: false,
        errors: [...ADMIN, 'MAIL_NOT_CONFIGURED', 'NO_EMAIL', 'MAIL_FAILED'],
      }),
    )
    .input(TestMailInput)
    .output(TestMail)
    .mutation(({ ctx, input }) => sendTestMail(ctx, input)),
};
