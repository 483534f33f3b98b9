import type { Queryable } from '@palaver/db';
import { hashToken, newToken } from '../../auth/tokens.js';
import { AppError } from '../../kernel/errors/app-error.js';
import type { Actor } from '../../kernel/services/actor.js';
import { iso } from '../../kernel/sql/instant.js';
import { transact } from '../../log/transact.js';
import type { ActorContext } from '../../procedures/context.js';
import type { Services } from '../../procedures/services.js';
import type { Ticket } from '../../protocol/records/realtime.js';
import { insertTicket, takeTicket } from '../queries.js';

const TICKET_MS = 30_000;

/**
 * Creates a ticket with which the caller's session may open one WebSocket: browsers send no header with an upgrade. A
 * retry gets the same one. Throws `UNAUTHENTICATED` when the session is ended meanwhile.
 */
export function createTicket(ctx: ActorContext): Promise<Ticket> {
  const create = async (q: Queryable) => {
    const ticket = newToken('ticket');
    const expiresAt = new Date(ctx.services.clock.now().getTime() + TICKET_MS);
    const row = { tokenHash: hashToken(ticket), sessionId: ctx.actor.sessionId, expiresAt };
    if (!(await insertTicket(q, row))) throw new AppError('UNAUTHENTICATED');
    return { ticket, expiresAt: iso(expiresAt) };
  };
  // Of a node that has gone all clients ask for one at once: without a key it is one statement.
  return ctx.idempotency === null ? create(ctx.services.db) : transact(ctx, create, { secret: true });
}

/** Uses up a ticket and returns its actor; null when it is used, expired, or of a session that is over. */
export async function redeemTicket(
  services: Pick<Services, 'db' | 'clock'>,
  ticket: string,
): Promise<Actor | null> {
  // A ticket whose session cannot be looked up now is not used up.
  const session = await takeTicket(services.db, hashToken(ticket), services.clock.now());
  if (!session) return null;
  const { id: sessionId, userId, isBot, scopes } = session;
  return scopes === null ? { userId, isBot, sessionId } : { userId, isBot, sessionId, scopes };
}
