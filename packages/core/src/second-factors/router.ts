import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, publicProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { PasskeyCreationOptions, PasskeyRequestOptions } from '../protocol/records/passkey-options.js';
import {
  CreatedPasskey,
  Passkey,
  RecoveryCodes,
  SecondFactors,
  TotpSetup,
} from '../protocol/records/second-factor.js';
import {
  createPasskey,
  getSecondFactors,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './passkey-actions.js';
import { creationOptions, requestOptions } from './passkey-options.js';
import {
  ConfirmTotpInput,
  CreatePasskeyInput,
  PasskeyInput,
  SignInOptionsInput,
  UpdatePasskeyInput,
} from './schemas.js';
import { beginTotp, confirmTotp, makeRecoveryCodes, removeTotp } from './totp-actions.js';

const TOTP = '/api/auth/second-factor/totp';
const PASSKEYS = '/api/auth/passkeys';
const PASSKEY = '/api/auth/passkeys/{passkeyID}';

/** Parts of `auth`, where clients look for them. */
export const secondFactorProcedures = {
  secondFactors: personProcedure
    .meta(
      rest('GET', '/api/auth/second-factor', {
        tag: 'auth',
        summary: 'See your second factors',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(SecondFactors)
    .query(({ ctx }) => getSecondFactors(ctx)),

  beginTotp: personProcedure
    .meta(
      rest('POST', TOTP, {
        tag: 'auth',
        summary: 'Begin to set up an authenticator app',
        description:
          'The secret is shown only here. It counts once confirmed, and is gone after ten minutes.',
        errors: ['PEOPLE_ONLY', 'STEP_UP_REQUIRED', 'SECOND_FACTOR_EXISTS'],
      }),
    )
    .output(TotpSetup)
    .mutation(({ ctx }) => beginTotp(ctx)),

  confirmTotp: personProcedure
    .meta(
      rest('POST', `${TOTP}/confirm`, {
        tag: 'auth',
        summary: 'Confirm an authenticator app with its first code',
        description:
          'From then on a password alone does not sign in. The recovery codes are shown only here.',
        errors: ['PEOPLE_ONLY', 'SECOND_FACTOR_NOT_FOUND', 'WRONG_SECOND_FACTOR'],
      }),
    )
    .input(ConfirmTotpInput)
    .output(RecoveryCodes)
    .mutation(({ ctx, input }) => confirmTotp(ctx, input.code)),

  removeTotp: personProcedure
    .meta(
      rest('DELETE', TOTP, {
        tag: 'auth',
        summary: 'Remove the authenticator app',
        errors: ['PEOPLE_ONLY', 'STEP_UP_REQUIRED', 'SECOND_FACTOR_NOT_FOUND'],
      }),
    )
    .output(Done)
    .mutation(async ({ ctx }) => {
      await removeTotp(ctx);
      return DONE;
    }),

  newRecoveryCodes: personProcedure
    .meta(
      rest('POST', '/api/auth/second-factor/recovery-codes', {
        tag: 'auth',
        summary: 'Make new recovery codes',
        description: 'All earlier ones are over. The new ones are shown only here.',
        errors: ['PEOPLE_ONLY', 'STEP_UP_REQUIRED', 'SECOND_FACTOR_NOT_FOUND'],
      }),
    )
    .output(RecoveryCodes)
    .mutation(({ ctx }) => makeRecoveryCodes(ctx)),

  passkeys: personProcedure
    .meta(rest('GET', PASSKEYS, { tag: 'auth', summary: 'List your passkeys', errors: ['PEOPLE_ONLY'] }))
    .output(z.array(Passkey))
    .query(({ ctx }) => listPasskeys(ctx)),

  passkeyCreationOptions: personProcedure
    .meta(
      rest('POST', '/api/auth/passkey/creation-options', {
        tag: 'auth',
        summary: 'Begin to register a passkey',
        description: 'Each call has a new challenge.',
        idempotent: false,
        errors: ['PEOPLE_ONLY', 'STEP_UP_REQUIRED'],
      }),
    )
    .output(PasskeyCreationOptions)
    .mutation(({ ctx }) => creationOptions(ctx)),

  createPasskey: personProcedure
    .meta(
      rest('POST', PASSKEYS, {
        tag: 'auth',
        summary: 'Register a passkey',
        description:
          'From then on a password alone does not sign in. Recovery codes come with your first second factor, and are shown ' +
          'only here.',
        status: 201,
        errors: [
          'PEOPLE_ONLY',
          'STEP_UP_REQUIRED',
          'WRONG_SECOND_FACTOR',
          'PASSKEY_EXISTS',
          'TOO_MANY_PASSKEYS',
        ],
      }),
    )
    .input(CreatePasskeyInput)
    .output(CreatedPasskey)
    .mutation(({ ctx, input }) => createPasskey(ctx, input)),

  renamePasskey: personProcedure
    .meta(
      rest('PATCH', PASSKEY, {
        tag: 'auth',
        summary: 'Rename a passkey',
        errors: ['PEOPLE_ONLY', 'PASSKEY_NOT_FOUND'],
      }),
    )
    .input(UpdatePasskeyInput)
    .output(Passkey)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),

  removePasskey: personProcedure
    .meta(
      rest('DELETE', PASSKEY, {
        tag: 'auth',
        summary: 'Remove a passkey',
        errors: ['PEOPLE_ONLY', 'STEP_UP_REQUIRED', 'PASSKEY_NOT_FOUND'],
      }),
    )
    .input(PasskeyInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx, input.passkeyId);
      return DONE;
    }),

  passkeySignInOptions: publicProcedure
    .meta(
      rest('POST', '/api/auth/passkey/sign-in-options', {
        tag: 'auth',
        summary: 'Begin to sign in with a passkey',
        signedIn: false,
        limiter: 'auth',
      }),
    )
    .input(SignInOptionsInput)
    .output(PasskeyRequestOptions)
    .mutation(({ ctx, input }) =>
      requestOptions(ctx.services, { purpose: input.purpose ?? 'sign-in', sessionId: null }),
    ),

  passkeyVerifyOptions: personProcedure
    .meta(
      rest('POST', '/api/auth/passkey/verify-options', {
        tag: 'auth',
        summary: 'Begin to prove with a passkey that it is you',
        description: 'Each call has a new challenge.',
        idempotent: false,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(PasskeyRequestOptions)
    .mutation(({ ctx }) => {
      const { userId, sessionId } = ctx.actor;
      return requestOptions(ctx.services, { purpose: 'verify', sessionId }, userId);
    }),
};
