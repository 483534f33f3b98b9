import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, publicProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { PasswordChanged, Session, SessionsEnded, SignedIn, Verified } from '../protocol/records/session.js';
import { secondFactorProcedures } from '../second-factors/router.js';
import { changePassword, login, register } from './actions.js';
import { signInWithPasskey } from './passkey-sign-in.js';
import {
  ChangePasswordInput,
  LoginInput,
  PasskeySignInInput,
  RegisterInput,
  SessionInput,
  TokenInput,
  VerifyInput,
} from './schemas.js';
import { endOtherSessions, endSession, listSessions, logout } from './session-actions.js';
import { verify } from './step-up.js';

import { signInByToken } from './token-sign-in.js';

/** A part of the router `auth`; the others are in identities/. */
export const authProcedures = {
  ...secondFactorProcedures,

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
        description:
          'An account with a second factor gives one too. Without it, the answer to the right password is SECOND_FACTOR_REQUIRED, ' +
          'and its `issues` name what the account has.',
        errors: [
          'WRONG_CREDENTIALS',
          'TOO_MANY_ATTEMPTS',
          'ACCOUNT_DEACTIVATED',
          'SECOND_FACTOR_REQUIRED',
          'WRONG_SECOND_FACTOR',
          'KEY_NOT_ALLOWED',
        ],
        limiter: 'auth',
      }),
    )
    .input(LoginInput)
    .output(SignedIn)
    .mutation(({ ctx, input }) => login(ctx, input)),

  signInWithPasskey: publicProcedure
    .meta(
      rest('POST', '/api/auth/passkey/sign-in', {
        tag: 'auth',
        summary: 'Sign in with a passkey alone',
        signedIn: false,
        errors: ['WRONG_CREDENTIALS', 'ACCOUNT_DEACTIVATED'],
        limiter: 'auth',
      }),
    )
    .input(PasskeySignInInput)
    .output(SignedIn)
    .mutation(({ ctx, input }) => signInWithPasskey(ctx, input.credential)),

  token: publicProcedure
    .meta(
      rest('POST', '/api/auth/token', {
        tag: 'auth',
        summary: "Sign in with a token of your product's backend",
        description:
          'The account is made or brought up to date from the claims of the token. Such a session never counts as a proof that the ' +
          'person is there.',
        signedIn: false,
        errors: [
          'TOKEN_REFUSED',
          'TOKEN_NOT_ALLOWED',
          'ACCOUNT_DEACTIVATED',
          'ISSUER_UNAVAILABLE',
          'USERNAME_TAKEN',
          'EMAIL_TAKEN',
        ],
      }),
    )
    .input(TokenInput)
    .output(SignedIn)
    .mutation(({ ctx, input }) => signInByToken(ctx, input.token)),

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

  endOtherSessions: personProcedure
    .meta(
      rest('DELETE', '/api/auth/sessions', {
        tag: 'auth',
        summary: 'End all your other sessions',
        description: 'Their sockets close. Tokens of bots stay.',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(SessionsEnded)
    .mutation(({ ctx }) => endOtherSessions(ctx)),

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

  verify: personProcedure
    .meta(
      rest('POST', '/api/auth/verify', {
        tag: 'auth',
        summary: 'Prove that it is you',
        description:
          'For ten minutes this session may do what a stolen one must not, such as changing the e-mail address. Signing in ' +
          'counts as well. Five wrong passwords or codes in a row end the session.',
        errors: ['PEOPLE_ONLY', 'WRONG_PASSWORD', 'WRONG_SECOND_FACTOR'],
      }),
    )
    .input(VerifyInput)
    .output(Verified)
    .mutation(({ ctx, input }) => verify(ctx, input)),

  changePassword: personProcedure
    .meta(
      rest('POST', '/api/auth/password', {
        tag: 'auth',
        summary: 'Change your password',
        description:
          'All other sessions of the account end. `currentPassword` may be left out within ten minutes of a proof that it is ' +
          'you (`POST /api/auth/verify`); so an account without a password gets its first one. With `rotateBots` your bots get new tokens, which are shown only here; with ' +
          'an idempotency key, a retry from the same session gets them again. Five wrong passwords in a row end the session.',
        errors: ['PEOPLE_ONLY', 'WRONG_PASSWORD', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(ChangePasswordInput)
    .output(PasswordChanged)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
};
