import type { Services } from '../procedures/services.js';
import { type PasskeyUse, takeChallengeOf } from './passkey-challenges.js';
import { countUse, findCredential, type PasskeyRow } from './passkey-queries.js';
import { relyingParty } from './relying-party.js';
import type { PasskeyAssertion } from './schemas.js';

export type { PasskeyUse } from './passkey-challenges.js';

/**
 * The passkey that has signed a challenge for this use; null where anything about it is wrong. A sign-in by the passkey
 * alone takes user verification (a PIN or a fingerprint), because then it stands for both factors. The challenge is
 * over in any case.
 */
export async function usePasskey(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  assertion: PasskeyAssertion,
  use: PasskeyUse,
): Promise<PasskeyRow | null> {
  const { db, clock, settings } = services;
  const challenge = await takeChallengeOf(services, assertion.response.clientDataJSON, use);
  if (challenge === null) return null;
  const passkey = await findCredential(db, assertion.id);
  if (passkey === null) return null;
  const { userHandle, ...response } = assertion.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.userId)) return null;
  const { id, origins } = relyingParty(settings);
  // Loaded when it is needed: it takes a few tenths of a second.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: use.purpose === 'sign-in',
    // It throws an error of its own for each rule that is broken; none is a fault of the service.
  }).catch(() => null);
  if (!verified?.verified) return null;
  const isCounted = await countUse(db, passkey.id, verified.authenticationInfo.newCounter, clock.now());
  return isCounted ? passkey : null;
}

/** What authenticators keep beside a credential to know whose it is: the id of the account, in base64url. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
