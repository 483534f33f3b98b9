import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Session, SessionsEnded } from '../protocol/records/session.js';
import { lockAccount } from '../users/access.js';
import * as sessionQueries from './session-queries.js';
import { closeSockets, holdSession } from './sessions.js';

/** Ends the session of this call and closes its sockets. A session that has ended in between is no error. */
export async function logout(ctx: ActorContext): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  await sessionQueries.deleteSession(ctx.services.db, userId, sessionId);
  ctx.services.bus.endSession({ sessionId });
}

/** Ends one of the caller's sessions and closes its sockets. Throws `SESSION_NOT_FOUND`. */
export async function endSession(ctx: ActorContext, sessionId: string): Promise<void> {
  const id = requireUuid(sessionId, 'SESSION_NOT_FOUND');
  await transact(ctx, async (tx, _emit, afterCommit) => {
    const ended = await sessionQueries.deleteSession(tx, ctx.actor.userId, id);
    if (!ended) throw new AppError('SESSION_NOT_FOUND');
    afterCommit(() => ctx.services.bus.endSession({ sessionId: id }));
  });
}

/**
 * Ends all other sessions of the caller and closes their sockets, those that are being opened at the same time included.
 * Tokens of bots stay. Throws `UNAUTHENTICATED` when the session of the call has ended.
 */
export function endOtherSessions(ctx: ActorContext): Promise<SessionsEnded> {
  const { userId, sessionId } = ctx.actor;
  return transact(ctx, async (tx, _emit, afterCommit) => {
    await lockAccount(tx, userId);
    await holdSession(ctx, tx);
    const ended = await sessionQueries.deleteSessions(tx, userId, sessionId);
    afterCommit(() => closeSockets(ctx.services, ended));
    return { ok: true, ended: ended.length };
  });
}

/** The caller's live sessions, newest first. */
export async function listSessions(ctx: ActorContext): Promise<Session[]> {
  const rows = await sessionQueries.listSessions(ctx.services.db, ctx.actor.userId, ctx.services.clock.now());
  return rows.flatMap(({ id, userAgent, method, signedInFrom, lastUsedFrom, ...row }) =>
    row.expiresAt === null
      ? []
      : [
          {
            id,
            current: id === ctx.actor.sessionId,
            userAgent,
            method,
            signedInFrom,
            lastUsedFrom,
            createdAt: iso(row.createdAt),
            lastUsedAt: iso(row.lastUsedAt),
            expiresAt: iso(row.expiresAt),
          },
        ],
  );
}
