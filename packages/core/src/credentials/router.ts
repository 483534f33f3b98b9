import { rest } from '../procedures/rest.js';
import { personProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { OtherAccess } from '../protocol/records/session.js';
import { endOtherAccess, otherAccess } from './other-access.js';

/** A part of the router `auth`. */
export const credentialProcedures = {
  otherAccess: personProcedure
    .meta(
      rest('GET', '/api/auth/other-access', {
        tag: 'auth',
        summary: 'See what leads into your account beside its password and its sessions',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(OtherAccess)
    .query(({ ctx }) => otherAccess(ctx.services.db, ctx.actor.userId)),

  endOtherAccess: personProcedure
    .meta(
      rest('POST', '/api/auth/end-other-access', {
        tag: 'auth',
        summary: 'End all other access to your account',
        description:
          'Other sessions, second factors, linked providers, the tokens of your bots and the API keys that you have made end. The ' +
          'password and this session stay.',
        errors: ['PEOPLE_ONLY', 'LAST_SIGN_IN', 'STEP_UP_REQUIRED'],
      }),
    )
    .output(Done)
    .mutation(async ({ ctx }) => {
      await endOtherAccess(ctx);
      return DONE;
    }),
};
