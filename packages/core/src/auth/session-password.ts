import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import type { Services } from '../procedures/services.js';
import { countWrongPassword, deleteSession, findOwnLogin, takeBackWrongPassword } from './queries.js';
import { closeSockets } from './sessions.js';

/** A session ends after so many wrong passwords in a row (docs/reference.md, section 5). */
export const WRONG_PASSWORDS_MAX = 5;

type CheckServices = Pick<Services, 'db' | 'bus' | 'passwords'>;

/**
 * Whether this is the password of the caller's account, for what a session alone may not do. Whoever holds a stolen
 * session has five guesses: then it ends and its sockets close. A guess counts before it is checked, so that many at once
 * are not more. Throws `UNAUTHENTICATED` when the session has ended.
 */
export async function isOwnPassword(
  services: CheckServices,
  actor: Actor,
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const { db, passwords } = services;
  const { userId, sessionId } = actor;
  const count = await countWrongPassword(db, sessionId);
  if (count === null || count > WRONG_PASSWORDS_MAX) {
    await endSessionOf(services, actor);
    throw new AppError('UNAUTHENTICATED');
  }
  const turn = { lane: userId, isKnown: true };
  const matches = await passwords.verify(passwordHash, password, turn).catch(async (error: unknown) => {
    await takeBackWrongPassword(db, sessionId, 'this one');
    throw error;
  });
  if (matches) await takeBackWrongPassword(db, sessionId, 'all');
  else if (count === WRONG_PASSWORDS_MAX) await endSessionOf(services, actor);
  return matches;
}

/** The same as a condition. Throws `WRONG_PASSWORD`. */
export async function requirePassword(
  ctx: CheckServices & { readonly actor: Actor },
  password: string,
): Promise<void> {
  const me = await findOwnLogin(ctx.db, ctx.actor.userId);
  if (me === null) throw new AppError('UNAUTHENTICATED');
  const isOwn = await isOwnPassword(ctx, ctx.actor, me.passwordHash, password);
  if (!isOwn) throw new AppError('WRONG_PASSWORD');
}

async function endSessionOf(services: CheckServices, { userId, sessionId }: Actor): Promise<void> {
  await deleteSession(services.db, userId, sessionId);
  closeSockets(services, [sessionId]);
}
