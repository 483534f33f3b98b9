import type { Queryable } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import type { Services } from '../procedures/services.js';
import { countWrongPassword, deleteSession, takeBackWrongPassword } from './session-queries.js';
import { closeSockets } from './sessions.js';

/** A session ends after this many wrong passwords and codes in a row (docs/reference.md, section 5). */
const WRONG_PASSWORDS_MAX = 5;

type CheckServices = Pick<Services, 'bus' | 'passwords'> & { readonly db: Queryable };

/**
 * Whether this is the password of the caller's account, for what a session alone may not do. Counts as `guessInSession`
 * does, which names what it throws.
 */
export function isOwnPassword(
  services: CheckServices,
  actor: Actor,
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const queuedFor = { caller: actor.userId, isKnown: true };
  return guessInSession(services, actor, () => services.passwords.verify(passwordHash, password, queuedFor));
}

/**
 * Checks a password or a code that was given in a session. Whoever holds a stolen session has five guesses: then it ends and
 * its sockets close. A guess counts before it is checked, so that many at once are not more. Throws `UNAUTHENTICATED` when
 * the session has ended.
 */
export async function guessInSession(
  services: Pick<CheckServices, 'db' | 'bus'>,
  actor: Actor,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const { db } = services;
  const { sessionId } = actor;
  const count = await countWrongPassword(db, sessionId);
  if (count === null || count > WRONG_PASSWORDS_MAX) {
    await endSessionOf(services, actor);
    throw new AppError('UNAUTHENTICATED');
  }
  const matches = await check().catch(async (error: unknown) => {
    await takeBackWrongPassword(db, sessionId, 'this one');
    throw error;
  });
  if (matches) await takeBackWrongPassword(db, sessionId, 'all');
  else if (count === WRONG_PASSWORDS_MAX) await endSessionOf(services, actor);
  return matches;
}

async function endSessionOf(
  services: Pick<CheckServices, 'db' | 'bus'>,
  { userId, sessionId }: Actor,
): Promise<void> {
  await deleteSession(services.db, userId, sessionId);
  closeSockets(services, [sessionId]);
}
