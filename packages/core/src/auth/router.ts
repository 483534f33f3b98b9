import { z } from 'zod';
import { AppError } from '../kernel/errors/app-error.js';
import { rest } from '../procedures/rest.js';
import { personProcedure, publicProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { PasswordChanged, Session, SignedIn, SocialStart } from '../protocol/records/session.js';
import { changePassword, endSession, listSessions, login, logout, register } from './actions.js';
import {
  ChangePasswordInput,
  LoginInput,
  RegisterInput,
  SessionInput,
  SocialCallbackInput,
  SocialInput,
} from './schemas.js';

export const authRouter = router({
  register: publicProcedure
    .meta(
      rest('POST', '/api/auth/register', {
        tag: 'auth',
        summary: 'Register an account and sign in',
        status: 201,
        signedIn: false,
        errors: [
          'USERNAME_TAKEN',
          'EMAIL_TAKEN',
          'REGISTRATION_CLOSED',
          'INVITE_REQUIRED',
          'INVITE_NOT_FOUND',
          'WRONG_SETUP_CODE',
        ],
        limiter: 'auth',
      }),
    )
    .input(RegisterInput)
    .output(SignedIn)
    .mutation(({ ctx, input }) => register(ctx, input)),

  login: publicProcedure
    .meta(
      rest('POST', '/api/auth/login', {
        tag: 'auth',
        summary: 'Sign in with a username or an e-mail address',
        signedIn: false,
        errors: ['WRONG_CREDENTIALS', 'TOO_MANY_ATTEMPTS', 'ACCOUNT_DEACTIVATED'],
        limiter: 'auth',
      }),
    )
    .input(LoginInput)
    .output(SignedIn)
    .mutation(({ ctx, input }) => login(ctx, input)),

  logout: personProcedure
    .meta(
      rest('POST', '/api/auth/logout', {
        tag: 'auth',
        summary: 'Sign out',
        description:
          'The session of this request ends and its sockets close. The body may be empty. A repetition is answered with 401.',
        idempotent: false,
        errors: ['PEOPLE_ONLY'],
        limiter: 'auth',
      }),
    )
    .output(Done)
    .mutation(async ({ ctx }) => {
      await logout(ctx);
      return DONE;
    }),

  sessions: personProcedure
    .meta(
      rest('GET', '/api/auth/sessions', {
        tag: 'auth',
        summary: 'List your sessions',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(z.array(Session))
    .query(({ ctx }) => listSessions(ctx)),

  endSession: personProcedure
    .meta(
      rest('DELETE', '/api/auth/sessions/{sessionID}', {
        tag: 'auth',
        summary: 'End one of your sessions',
        errors: ['PEOPLE_ONLY', 'SESSION_NOT_FOUND'],
      }),
    )
    .input(SessionInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx, input.sessionId);
      return DONE;
    }),

  changePassword: personProcedure
    .meta(
      rest('POST', '/api/auth/password', {
        tag: 'auth',
        summary: 'Change your password',
        description:
          'All other sessions of the account end. With `rotateBots` your bots get new tokens, which are shown only here; with ' +
          'an idempotency key, a retry from the same session gets them again. Five wrong passwords in a row end the session.',
        errors: ['PEOPLE_ONLY', 'WRONG_PASSWORD'],
      }),
    )
    .input(ChangePasswordInput)
    .output(PasswordChanged)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  social: publicProcedure
    .meta(
      rest('POST', '/api/auth/social', {
        tag: 'auth',
        summary: 'Begin to sign in with an OpenID Connect provider',
        signedIn: false,
        errors: ['PROVIDER_NOT_CONFIGURED'],
        limiter: 'auth',
      }),
    )
    .input(SocialInput)
    .output(SocialStart)
    .mutation(() => {
      throw new AppError('PROVIDER_NOT_CONFIGURED');
    }),

  callback: publicProcedure
    .meta(
      rest('GET', '/api/auth/callback/{provider}', {
        tag: 'auth',
        summary: 'Return from an OpenID Connect provider',
        signedIn: false,
        errors: ['PROVIDER_NOT_CONFIGURED'],
        limiter: 'auth',
      }),
    )
    .input(SocialCallbackInput)
    .output(SignedIn)
    .query(() => {
      throw new AppError('PROVIDER_NOT_CONFIGURED');
    }),
});
