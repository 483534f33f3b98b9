import type { Transaction } from '@palaver/db';
import { hashToken, newToken } from '../auth/tokens.js';
import { AppError } from '../kernel/errors/app-error.js';
import type { Actor } from '../kernel/services/actor.js';
import { iso } from '../kernel/sql/instant.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { Services } from '../procedures/services.js';
import type { Ticket } from '../protocol/records/realtime.js';
import { findLiveSessions, insertTicket, takeTicket } from './queries.js';

const TICKET_MS = 30_000;

/**
 * Creates a ticket with which the caller's session may open one WebSocket: browsers send no header with an upgrade. A
 * retry gets the same one. Throws `UNAUTHENTICATED` when the session is ended meanwhile.
 */
export function createTicket(ctx: ActorContext): Promise<Ticket> {
  const create = async (tx: Transaction) => {
    const ticket = newToken('ticket');
    const expiresAt = new Date(ctx.clock.now().getTime() + TICKET_MS);
    const row = { tokenHash: hashToken(ticket), sessionId: ctx.actor.sessionId, expiresAt };
    if (!(await insertTicket(tx, row))) throw new AppError('UNAUTHENTICATED');
    return { ticket, expiresAt: iso(expiresAt) };
  };
  return transact(ctx, create, { secret: true });
}

/** Uses up a ticket and returns its actor; null when it is used, expired, or of a session that is over. */
export async function redeemTicket(
  services: Pick<Services, 'db' | 'clock'>,
  ticket: string,
): Promise<Actor | null> {
  const now = services.clock.now();
  // A ticket whose session cannot be looked up now is not used up.
  return services.db.transaction(async (tx) => {
    const taken = await takeTicket(tx, hashToken(ticket));
    if (!taken || taken.expiresAt <= now) return null;
    const [session] = await findLiveSessions(tx, [taken.sessionId], now);
    if (!session) return null;
    const { id: sessionId, userId, isBot, scopes } = session;
    return scopes === null ? { userId, isBot, sessionId } : { userId, isBot, sessionId, scopes };
  });
}
