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

export const Session = z
  .object({
    id: Id,
    current: z.boolean().meta({ description: 'True for the session of this request.' }),
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'The `User-Agent` of the sign-in; null without one.' }),
    createdAt: Instant,
    lastUsedAt: Instant,
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
