import { z } from 'zod';
import { optional } from '../kernel/schema/optional.js';
import { countGiven, SECOND_FACTOR } from '../second-factors/schemas.js';

const PROVIDER = { description: 'The name of the sign-in provider.', example: 'example' };
const ProviderName = z.string().max(64).meta(PROVIDER);
const REDIRECT_MAX = 2048;

const start = {
  redirectTo: optional(z.string().max(REDIRECT_MAX)).meta({
    description:
      'Where the browser goes afterwards; an address that the service allows. It takes `codeChallenge`.',
  }),
  codeChallenge: optional(z.string().regex(/^[\w-]{43}$/, 'must be a SHA-256 in base64url')).meta({
    description:
      'The SHA-256, in base64url, of a random `codeVerifier` without which nobody can exchange the code.',
  }),
  inviteCode: optional(z.string().max(64)).meta({
    description: 'The code of an invite; a new account joins its server.',
  }),
};

export const SocialInput = z.object({ provider: ProviderName, ...start });
export type SocialInput = z.output<typeof SocialInput>;

const ofCallback = (description: string) => optional(z.string().max(4096)).meta({ description });

export const SocialCallbackInput = z.object({
  provider: z.string().meta(PROVIDER),
  code: ofCallback('The code of the provider.'),
  state: ofCallback('The `state` that the sign-in began with.'),
  iss: ofCallback('The issuer that answers (RFC 9207).'),
  error: ofCallback('Why the provider refused.'),
});
export type SocialCallbackInput = z.output<typeof SocialCallbackInput>;

export const ExchangeInput = z.object({
  code: z.string().max(256).meta({ description: 'The `code` of the address that the browser came back to.' }),
  codeVerifier: optional(
    z
      .string()
      .regex(/^[\w.~-]{43,128}$/, 'must be 43 to 128 of the letters A to Z, digits, "-", ".", "_" and "~"'),
  ).meta({ description: 'The text whose SHA-256 was given as `codeChallenge`.' }),
  secondFactor: optional(
    z
      .object(SECOND_FACTOR)
      .refine((input) => countGiven(input) <= 1, { path: ['totp'], message: 'give one second factor only' }),
  ).meta({ description: 'The second factor of an account that has one.' }),
});
export type ExchangeInput = z.output<typeof ExchangeInput>;

export const IdentityInput = z.object({ provider: z.string().meta(PROVIDER) });
