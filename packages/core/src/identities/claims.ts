import { z } from 'zod';
import type { ProviderPerson } from '../kernel/services/sign-in-providers.js';

/** What is no such text counts as absent: a provider's spelling of one claim must not keep anybody from signing in. */
const Words = z.string().max(1024).nullable().catch(null);

/** The standard claims (OpenID Connect Core 1.0, 5.1). Some providers send `email_verified` as a text. */
const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).nullable().catch(null),
  email_verified: z.union([z.literal(true), z.literal('true').transform(() => true)]).catch(false),
  preferred_username: Words,
  name: Words,
});

/** Reads the claims of an ID token or of the userinfo endpoint. Null where there is no usable `sub`. */
export function readClaims(claims: unknown): ProviderPerson | null {
  const { data } = Claims.safeParse(claims);
  if (data === undefined) return null;
  return {
    subject: data.sub,
    email: data.email,
    isEmailVerified: data.email !== null && data.email_verified,
    username: data.preferred_username,
    name: data.name,
  };
}
