import type { PalaverApi } from '@palaver/client';
import { inviteOf } from './return-path.js';

/** Where a provider's sign-in comes back to; the service always allows this page of its own. */
const SIGNED_IN_PATH = '/signed-in';
const STARTED = 'palaver:social';

/** What this tab keeps of a sign-in until it comes back. A code that comes without it was begun by somebody else. */
interface Started {
  readonly provider: string;
  readonly codeVerifier: string;
  readonly returnPath: string;
}

/**
 * Sends the browser to a provider: to sign in, or with the calls of a session to link it. `returnPath` is where the person goes once
 * they are back. The code is bound to this tab (RFC 7636).
 */
export async function beginSocial(api: PalaverApi, provider: string, returnPath: string): Promise<void> {
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const codeChallenge = await challengeOf(codeVerifier);
  const inviteCode = inviteOf(returnPath);
  const { url } = await api.auth.social.mutate({
    provider,
    codeChallenge,
    redirectTo: `${location.origin}${SIGNED_IN_PATH}`,
    ...(inviteCode === null ? {} : { inviteCode }),
  });
  const started: Started = { provider, codeVerifier, returnPath };
  sessionStorage.setItem(STARTED, JSON.stringify(started));
  location.href = url;
}

/** What this tab has begun, once; null where it has begun nothing. */
export function takeStarted(): Started | null {
  const text = sessionStorage.getItem(STARTED);
  sessionStorage.removeItem(STARTED);
  // `beginSocial` wrote it.
  return text === null ? null : (JSON.parse(text) as Started);
}

/** Browsers have SHA-256 of their own over https alone. */
async function challengeOf(codeVerifier: string): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return base64url(sha256(new TextEncoder().encode(codeVerifier)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
