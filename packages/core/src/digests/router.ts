import { rest } from '../procedures/rest.js';
import { personProcedure, publicProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { MailPreferences } from '../protocol/records/mail-preferences.js';
import { getMailPreferences, setMailPreferences, unsubscribe } from './actions.js';
import { SetMailPreferencesInput, UnsubscribeInput } from './schemas.js';

const PATH = '/api/users/me/mail-preferences';

export const mailPreferencesRouter = router({
  get: personProcedure
    .meta(
      rest('GET', PATH, {
        tag: 'notifications',
        summary: 'Get what you want to be told by e-mail',
        snapshot: true,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(MailPreferences)
    .query(({ ctx }) => getMailPreferences(ctx)),

  set: personProcedure
    .meta(
      rest('PUT', PATH, {
        tag: 'notifications',
        summary: 'Set what you want to be told by e-mail',
        description: 'A field that is not given stays as it is.',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .input(SetMailPreferencesInput)
    .output(MailPreferences)
    .mutation(({ ctx, input }) => setMailPreferences(ctx, input)),

  unsubscribe: publicProcedure
    .meta(
      rest('POST', '/api/mail-preferences/unsubscribe', {
        tag: 'notifications',
        summary: 'End the digests of an account by the link in one',
        description: 'It needs no sign-in. A second time it does nothing.',
        signedIn: false,
        errors: ['LINK_NOT_VALID'],
      }),
    )
    .input(UnsubscribeInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await unsubscribe(ctx, input.token);
      return DONE;
    }),
});
