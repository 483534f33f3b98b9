import type { ActorContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../protocol/records/passkey-options.js';
import { accessUser } from '../users/access.js';
import { CHALLENGE_MS, newChallenge, type PasskeyUse } from './passkey-challenges.js';
import { listPasskeys } from './passkey-queries.js';
import { userHandleOf } from './passkey-use.js';
import { relyingParty } from './relying-party.js';

/** The algorithms that all authenticators have one of: EdDSA, ES256, RS256 (COSE). */
export const ALGORITHMS = [-8, -7, -257];

/** What `navigator.credentials.get()` takes. Without `userId`, the authenticator offers whatever it has for this service. */
export async function requestOptions(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  use: PasskeyUse,
  userId?: string,
): Promise<PasskeyRequestOptions> {
  return {
    challenge: await newChallenge(services, use),
    rpId: relyingParty(services.settings).id,
    allowCredentials: userId === undefined ? [] : await credentialsOf(services, userId),
    userVerification: use.purpose === 'sign-in' ? 'required' : 'preferred',
    timeout: CHALLENGE_MS,
  };
}

/** What `navigator.credentials.create()` takes. Throws `STEP_UP_REQUIRED`. */
export async function creationOptions(ctx: ActorContext): Promise<PasskeyCreationOptions> {
  await ctx.services.upward.requireStepUp(ctx);
  const { userId, sessionId } = ctx.actor;
  const { username, displayName } = await accessUser(ctx.services, userId);
  const { id } = relyingParty(ctx.services.settings);
  return {
    rp: { id, name: `Palaver ${id}` },
    user: { id: userHandleOf(userId), name: username, displayName },
    challenge: await newChallenge(ctx.services, { purpose: 'register', sessionId }),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: await credentialsOf(ctx.services, userId),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'preferred',
    },
    attestation: 'none',
  };
}

async function credentialsOf({ db }: Pick<Services, 'db'>, userId: string) {
  const passkeys = await listPasskeys(db, userId);
  return passkeys.map(({ credentialId }) => ({ type: 'public-key' as const, id: credentialId }));
}
