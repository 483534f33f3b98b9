import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { hashToken } from '../auth/tokens.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import { sealUnder } from '../kernel/services/seal.js';
import type { SignInProvider } from '../kernel/services/sign-in-providers.js';
import type { Context } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { SocialStart } from '../protocol/records/session.js';
import { keepBrowserSecret } from './browser-cookie.js';
import { isAllowedRedirect } from './redirects.js';
import type { SocialInput } from './schemas.js';
import { insertAttempt } from './sign-in-queries.js';

/** How long a person may take at the provider. */
const ATTEMPT_MS = 10 * 60_000;

/** What is kept of a start under the seal of its state. */
export const AttemptSecrets = z.object({
  verifier: z.string(),
  nonce: z.string(),
  redirectTo: z.string().optional(),
  codeChallenge: z.string().optional(),
  inviteCode: z.string().optional(),
});
export type AttemptSecrets = z.output<typeof AttemptSecrets>;

/**
 * Begins a sign-in in the caller's browser, which gets a cookie; with a session, the link of a provider to its account.
 * Throws `PROVIDER_NOT_CONFIGURED`, `PROVIDER_UNAVAILABLE`, and for a link `STEP_UP_REQUIRED`.
 */
export async function beginSignIn(ctx: Context, input: SocialInput): Promise<SocialStart> {
  const provider = requireProvider(ctx.services, input.provider);
  const { redirectTo, codeChallenge, inviteCode } = input;
  if (redirectTo !== undefined && !isAllowedRedirect(redirectsOf(ctx.services), redirectTo)) {
    throw invalidField('redirectTo', 'must be an address that the operator of this service allows');
  }
  // Without it, whoever sees the address could exchange the code, and anybody could send a browser a code of their own.
  if (redirectTo !== undefined && codeChallenge === undefined)
    throw invalidField('codeChallenge', 'is needed with "redirectTo"');
  const actor = await linkingActor(ctx);
  const state = random();
  const secrets: AttemptSecrets = {
    verifier: random(),
    nonce: random(),
    redirectTo,
    codeChallenge,
    inviteCode,
  };
  const url = await provider.authorizationUrl(callbackUrl(ctx.services, provider), { state, ...secrets });
  await insertAttempt(ctx.services.db, {
    stateHash: hashToken(state),
    browserHash: hashToken(keepBrowserSecret(ctx)),
    provider: provider.settings.name,
    sealed: sealUnder(state).close(JSON.stringify(secrets)),
    sessionId: actor?.sessionId ?? null,
    userId: actor?.userId ?? null,
    expiresAt: new Date(ctx.services.clock.now().getTime() + ATTEMPT_MS),
  });
  return { url: url.href, state };
}

/** Those of the operator, and the page of the web client that this service serves. */
function redirectsOf({ settings }: Pick<Services, 'settings'>): readonly URL[] {
  return [...settings.identity.redirects, new URL('/signed-in', settings.publicUrl)];
}

/** The provider of a name. Throws `PROVIDER_NOT_CONFIGURED`. */
export function requireProvider(
  { signInProviders }: Pick<Services, 'signInProviders'>,
  name: string,
): SignInProvider {
  const provider = signInProviders.get(name);
  if (provider === undefined) throw new AppError('PROVIDER_NOT_CONFIGURED');
  return provider;
}

/** Where the provider sends the browser. Each has an address of its own, so that none can answer for another. */
export function callbackUrl({ settings }: Pick<Services, 'settings'>, provider: SignInProvider): string {
  return `${settings.publicUrl}/api/auth/callback/${provider.settings.name}`;
}

/** A provider that is linked signs in for ever, so a stolen session must not link one. */
async function linkingActor(ctx: Context): Promise<Actor | null> {
  const actor = await ctx.request.authenticate(null);
  if (actor === null) {
    // The link of a person whose session has ended would be a sign-in to another account.
    if (ctx.request.seal !== null) throw new AppError('UNAUTHENTICATED');
    return null;
  }
  if (actor.isBot) throw new AppError('PEOPLE_ONLY');
  await ctx.services.upward.requireStepUp({ ...ctx, actor });
  return actor;
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
