import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '@palaver/db';
import type { Clock } from '../kernel/services/clock.js';
import { insertChallenge, takeChallenge } from './passkey-queries.js';

export const CHALLENGE_MS = 5 * 60_000;

/** What a passkey is asked for: to be registered, to sign in alone or after a password, or to prove that it is you. */
export type PasskeyPurpose = 'register' | 'sign-in' | 'second-factor' | 'verify';

/** For what a challenge is. `sessionId` is null where nobody is signed in. */
export interface PasskeyUse {
  readonly purpose: PasskeyPurpose;
  readonly sessionId: string | null;
}

interface ChallengeServices {
  readonly db: Queryable;
  readonly clock: Clock;
}

/** A new challenge, in base64url. It is valid once and for five minutes. */
export async function newChallenge({ db, clock }: ChallengeServices, use: PasskeyUse): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await insertChallenge(db, { challengeHash: hash('sha256', challenge, 'buffer'), ...use, expiresAt });
  return challenge;
}

/**
 * The challenge that a client's data names, which nobody can use again; null for data that cannot be read, and for a
 * challenge that is unknown, used, expired, or for another purpose or session.
 */
export async function takeChallengeOf(
  { db, clock }: ChallengeServices,
  clientDataJSON: string,
  { purpose, sessionId }: PasskeyUse,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const taken = await takeChallenge(db, hash('sha256', challenge, 'buffer'), clock.now());
  return taken?.purpose === purpose && taken.sessionId === sessionId ? challenge : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const isNamed = typeof data === 'object' && data !== null && 'challenge' in data;
    return isNamed && typeof data.challenge === 'string' ? data.challenge : null;
  } catch {
    return null;
  }
}
