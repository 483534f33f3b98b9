import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { CreatedBot } from './bot.js';
import { Me } from './user.js';

/** A new session. The token is shown only here. */
export const SignedIn = z
  .object({
    token: z.string().meta({ description: 'Send it as "Authorization: Bearer <token>".' }),
    expiresAt: Instant.meta({ description: 'It moves while the session is used.' }),
    user: Me,
  })
  .meta({ id: 'SignedIn', description: 'A new session. The token is shown only here.' });
export type SignedIn = z.output<typeof SignedIn>;

export const SignedInOrLinked = SignedIn.nullable().meta({
  id: 'SignedInOrLinked',
  description: 'A new session; null where the provider was linked to the account of an earlier one.',
});
export type SignedInOrLinked = z.output<typeof SignedInOrLinked>;

export const Verified = z
  .object({
    ok: z.literal(true).meta({ description: 'Always true.' }),
    until: Instant.meta({ description: 'Until when this session may do what needs a proof.' }),
  })
  .meta({ id: 'Verified', description: 'The person of this session has proven who they are.' });
export type Verified = z.output<typeof Verified>;

/** The outcome of a changed password. */
export const PasswordChanged = z
  .object({
    ok: z.literal(true).meta({ description: 'Always true.' }),
    bots: z
      .array(CreatedBot)
      .default([])
      .meta({ description: "The caller's bots with their new tokens, if these were to be rotated." }),
  })
  .meta({ id: 'PasswordChanged', description: 'The outcome of a changed password.' });
export type PasswordChanged = z.output<typeof PasswordChanged>;

/** What leads into an account beside its password and the session of the call. */
export const OtherAccess = z
  .object({
    providers: z
      .array(z.string())
      .meta({ description: 'The names of the sign-in providers that are linked.' }),
    totp: z.boolean().meta({ description: 'Whether there is an authenticator app.' }),
    passkeys: z.number().int().meta({ description: 'How many passkeys there are.' }),
    botTokens: z.number().int().meta({ description: 'How many bots of the person have a token.' }),
    apiKeys: z.number().int().meta({ description: 'How many API keys the person has made.' }),
  })
  .meta({
    id: 'OtherAccess',
    description: 'What leads into an account, or acts for it, beside its password.',
  });
export type OtherAccess = z.output<typeof OtherAccess>;

/** The outcome of a password that was set by the link of a mail. */
export const PasswordReset = z
  .object({
    ok: z.literal(true).meta({ description: 'Always true.' }),
    takenOver: z.boolean().meta({
      description:
        'Whether the address had not been proven before: then whatever led into the account was ended, as somebody else may have made it.',
    }),
    remaining: OtherAccess,
  })
  .meta({
    id: 'PasswordReset',
    description: 'The outcome of a password that was set by the link of a mail.',
  });
export type PasswordReset = z.output<typeof PasswordReset>;

const SignInMethod = z.string().meta({
  description:
    'How the person signed in: `password`, `passkey`, `provider:` and the name of the provider, or `token` for a session that an ' +
    'issuer of tokens asked for.',
  example: 'password',
});

/** An IPv4 address, or the /64 of an IPv6 address. */
const Network = z.string().nullable().meta({ example: '192.0.2.7' });

/** A sign-in, as the other sessions of the account are told of it. */
export const NewSession = z.object({
  id: Id,
  userAgent: z
    .string()
    .nullable()
    .meta({ description: 'The `User-Agent` of the sign-in; null without one.' }),
  method: SignInMethod,
  signedInFrom: Network.meta({ description: 'The network of the client; null where unknown.' }),
  createdAt: Instant,
});
export type NewSession = z.output<typeof NewSession>;

export const SessionsEnded = z
  .object({
    ok: z.literal(true).meta({ description: 'Always true.' }),
    ended: z.number().int().meta({ description: 'How many sessions have ended.' }),
  })
  .meta({ id: 'SessionsEnded', description: 'The other sessions of the account have ended.' });
export type SessionsEnded = z.output<typeof SessionsEnded>;

export const Session = z
  .object({
    id: Id,
    current: z.boolean().meta({ description: 'True for the session of this request.' }),
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'The `User-Agent` of the sign-in; null without one.' }),
    method: SignInMethod.default('password'),
    signedInFrom: Network.default(null).meta({
      description: 'The network of the client that signed in; null where unknown.',
    }),
    lastUsedFrom: Network.default(null).meta({
      description: 'The network that the session was last used from; null where unknown.',
    }),
    createdAt: Instant,
    lastUsedAt: Instant.meta({
      description: 'When the session was last used: to the hour, and to the minute when the network changes.',
    }),
    expiresAt: Instant,
  })
  .meta({ id: 'Session', description: 'A sign-in of an account that has not ended.' });
export type Session = z.output<typeof Session>;

/** The beginning of a sign-in with a provider. */
export const SocialStart = z
  .object({
    url: z.string().meta({ description: 'Where to send the browser.' }),
    state: z.string().meta({ description: 'What the provider sends back.' }),
  })
  .meta({ id: 'SocialStart', description: 'The beginning of a sign-in with a provider.' });
export type SocialStart = z.output<typeof SocialStart>;
