import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, publicProcedure } from '../procedures/trpc.js';
import { AuthOptions } from '../protocol/records/auth-options.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Identity, Provider } from '../protocol/records/identity.js';
import { SignedIn, SignedInOrLinked, SocialStart } from '../protocol/records/session.js';
import { authOptions } from './auth-options.js';
import { beginSignIn } from './begin.js';
import { exchange } from './exchange.js';
import { listIdentities, unlinkIdentity } from './link.js';
import { listProviders } from './providers.js';
import { finishSignIn } from './return.js';
import { ExchangeInput, IdentityInput, SocialCallbackInput, SocialInput } from './schemas.js';

const BEGINS = ['PROVIDER_NOT_CONFIGURED', 'PROVIDER_REFUSED', 'PROVIDER_UNAVAILABLE'] as const;
const LINKS = ['UNAUTHENTICATED', 'PEOPLE_ONLY', 'STEP_UP_REQUIRED'] as const;

/** A part of the router `auth`. */
export const identityProcedures = {
  options: publicProcedure
    .meta(
      rest('GET', '/api/auth/options', {
        tag: 'auth',
        summary: 'See how people get an account here, and sign in to it',
        signedIn: false,
      }),
    )
    .output(AuthOptions)
    .query(({ ctx }) => authOptions(ctx)),

  providers: publicProcedure
    .meta(
      rest('GET', '/api/auth/providers', {
        tag: 'auth',
        summary: 'List the sign-in providers',
        signedIn: false,
      }),
    )
    .output(z.array(Provider))
    .query(({ ctx }) => listProviders(ctx.services.signInProviders)),

  social: publicProcedure
    .meta(
      rest('POST', '/api/auth/social', {
        tag: 'auth',
        summary: 'Begin to sign in with a provider',
        description:
          'Send the browser to `url`. The answer sets a cookie, without which the browser cannot come back. With a ' +
          'session, the provider is linked to its account.',
        signedIn: false,
        errors: [...BEGINS, ...LINKS],
        limiter: 'auth',
      }),
    )
    .input(SocialInput)
    .output(SocialStart)
    .mutation(({ ctx, input }) => beginSignIn(ctx, input)),

  socialRedirect: publicProcedure
    .meta(
      rest('GET', '/api/auth/social/{provider}', {
        tag: 'auth',
        summary: 'Send the browser to a provider',
        description:
          'For pages of another site and for apps, where `POST /api/auth/social` cannot set its cookie: open this ' +
          'address in the browser itself. The answer is a redirect to the provider.',
        signedIn: false,
        redirect: 'always',
        errors: [...BEGINS, ...LINKS],
        limiter: 'auth',
      }),
    )
    .input(SocialInput)
    .output(SocialStart)
    .query(async ({ ctx, input }) => {
      const start = await beginSignIn(ctx, input);
      ctx.request.replyHeaders.set('Location', start.url);
      return start;
    }),

  callback: publicProcedure
    .meta(
      rest('GET', '/api/auth/callback/{provider}', {
        tag: 'auth',
        summary: 'Return from a provider',
        description:
          'The provider sends the browser here. Where the sign-in began with `redirectTo`, the answer is a redirect to ' +
          'it. Its query has `code` for `POST /api/auth/exchange`, `linked` and the name of the provider, or `error` ' +
          'and a code of the errors. Else the answer is a session; null where the provider was linked.',
        signedIn: false,
        redirect: 'sometimes',
        errors: [
          ...BEGINS,
          'SIGN_IN_ENDED',
          'ACCOUNT_DEACTIVATED',
          'REGISTRATION_CLOSED',
          'INVITE_REQUIRED',
          'INVITE_NOT_FOUND',
          'BANNED',
          'TOO_MANY_SERVERS_JOINED',
          'EMAIL_NEEDS_LINK',
          'IDENTITY_TAKEN',
          'PROVIDER_ALREADY_LINKED',
          'EXCHANGE_CODE_INVALID',
          'SECOND_FACTOR_REQUIRED',
          'UNAUTHENTICATED',
        ],
        limiter: 'auth',
      }),
    )
    .input(SocialCallbackInput)
    .output(SignedInOrLinked)
    .query(({ ctx, input }) => finishSignIn(ctx, input)),

  exchange: publicProcedure
    .meta(
      rest('POST', '/api/auth/exchange', {
        tag: 'auth',
        summary: 'Exchange a code for a session',
        description:
          'The code works once, within a minute. An account with a second factor takes it in `secondFactor`.',
        signedIn: false,
        errors: [
          'EXCHANGE_CODE_INVALID',
          'SECOND_FACTOR_REQUIRED',
          'WRONG_SECOND_FACTOR',
          'TOO_MANY_ATTEMPTS',
          'ACCOUNT_DEACTIVATED',
        ],
        limiter: 'auth',
      }),
    )
    .input(ExchangeInput)
    .output(SignedIn)
    .mutation(({ ctx, input }) => exchange(ctx, input)),

  identities: personProcedure
    .meta(
      rest('GET', '/api/auth/identities', {
        tag: 'auth',
        summary: 'List the providers of your account',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(z.array(Identity))
    .query(({ ctx }) => listIdentities(ctx)),

  unlink: personProcedure
    .meta(
      rest('DELETE', '/api/auth/identities/{provider}', {
        tag: 'auth',
        summary: 'Unlink a provider from your account',
        description: 'The last way to sign in cannot be taken away.',
        errors: ['PEOPLE_ONLY', 'IDENTITY_NOT_FOUND', 'LAST_SIGN_IN', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(IdentityInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await unlinkIdentity(ctx, input.provider);
      return DONE;
    }),
};
