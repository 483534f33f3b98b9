import { arrayLiteral, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';

const { apiKeys, sessions, users, wsTickets } = tables;

export interface LiveSession {
  readonly id: string;
  readonly userId: string;
  readonly isBot: boolean;
  /** Whether the user shows nobody that they are online. */
  readonly invisible: boolean;
  /** What the token of a bot may do; null for everything that bots may, and for people. */
  readonly scopes: readonly string[] | null;
}

/** Finds those of these sessions that have neither ended nor expired. */
export function findLiveSessions(q: Queryable, ids: readonly string[], now: Date): Promise<LiveSession[]> {
  return q
    .select({
      id: sessions.id,
      userId: sessions.userId,
      isBot: users.bot,
      invisible: users.invisible,
      scopes: sessions.scopes,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.placeholder('ids')}::uuid[])`,
        or(isNull(sessions.expiresAt), gt(sessions.expiresAt, now)),
        isNull(users.deletedAt),
        isNull(users.deactivatedAt),
      ),
    )
    .prepare('sessions_find_live')
    .execute({ ids: arrayLiteral(ids) });
}

/** Of these ids, those of API keys that have not ended and those of active people: on these the sockets of keys depend. */
export function findLiveKeysAndPeople(
  q: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Array<{ id: string; invisible: boolean }>> {
  const isAsked = (column: typeof apiKeys.id | typeof users.id) =>
    sql`${column} = any(${arrayLiteral(ids)}::uuid[])`;
  const keys = q
    .select({ id: apiKeys.id, invisible: sql<boolean>`false`.as('invisible') })
    .from(apiKeys)
    .where(and(isAsked(apiKeys.id), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))));
  const people = q
    .select({ id: users.id, invisible: users.invisible })
    .from(users)
    .where(and(isAsked(users.id), isNull(users.deletedAt), isNull(users.deactivatedAt)));
  return keys.unionAll(people);
}

/** Inserts a ticket of a session; returns false when the session has ended. */
export async function insertTicket(
  q: Queryable,
  row: { tokenHash: Buffer; sessionId: string; expiresAt: Date },
): Promise<boolean> {
  const session = q
    .select({
      tokenHash: sql<Buffer>`${row.tokenHash}::bytea`.as('token_hash'),
      sessionId: sessions.id,
      expiresAt: sql<Date>`${row.expiresAt.toISOString()}::timestamptz`.as('expires_at'),
    })
    .from(sessions)
    .where(eq(sessions.id, row.sessionId))
    .for('key share');
  const inserted = await q.insert(wsTickets).select(session).returning({ id: wsTickets.sessionId });
  return inserted.length > 0;
}

/** Deletes a ticket, expired or not, so that it is used once. Returns whose it is and when it expires; null for none. */
export async function takeTicket(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<{ sessionId: string; expiresAt: Date } | null> {
  const [row] = await tx
    .delete(wsTickets)
    .where(eq(wsTickets.tokenHash, tokenHash))
    .returning({ sessionId: wsTickets.sessionId, expiresAt: wsTickets.expiresAt });
  return row ?? null;
}
