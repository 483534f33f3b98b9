import { arrayLiteral, prepared, type Queryable, tables } from '@palaver/db';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';

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

const live = {
  id: sessions.id,
  userId: sessions.userId,
  isBot: users.bot,
  invisible: users.invisible,
  scopes: sessions.scopes,
};

/** Whether a session has neither ended nor expired at `now`, with its user. */
const isLive = and(
  or(isNull(sessions.expiresAt), gt(sessions.expiresAt, sql`${sql.placeholder('now')}::timestamptz`)),
  isNull(users.deletedAt),
  isNull(users.deactivatedAt),
);

const findSessions = prepared((q) =>
  q
    .select(live)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(sql`${sessions.id} = any(${sql.placeholder('ids')}::uuid[])`, isLive))
    .prepare('sessions_find_live'),
);

/** Finds those of these sessions that have neither ended nor expired. */
export function findLiveSessions(q: Queryable, ids: readonly string[], now: Date): Promise<LiveSession[]> {
  return findSessions(q).execute({ ids: arrayLiteral(ids), now: iso(now) });
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

const insert = prepared((q) => {
  const session = q
    .select({
      tokenHash: sql<Buffer>`${sql.placeholder('tokenHash')}::bytea`.as('token_hash'),
      sessionId: sessions.id,
      expiresAt: sql<Date>`${sql.placeholder('expiresAt')}::timestamptz`.as('expires_at'),
    })
    .from(sessions)
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .for('key share');
  return q
    .insert(wsTickets)
    .select(session)
    .returning({ id: wsTickets.sessionId })
    .prepare('ws_tickets_insert');
});

/** Inserts a ticket of a session; returns false when the session has ended. */
export async function insertTicket(
  q: Queryable,
  { tokenHash, sessionId, expiresAt }: { tokenHash: Buffer; sessionId: string; expiresAt: Date },
): Promise<boolean> {
  const inserted = await insert(q).execute({ tokenHash, sessionId, expiresAt: iso(expiresAt) });
  return inserted.length > 0;
}

const take = prepared((q) => {
  const taken = q.$with('taken').as(
    q
      .delete(wsTickets)
      .where(eq(wsTickets.tokenHash, sql`${sql.placeholder('tokenHash')}::bytea`))
      .returning({ sessionId: wsTickets.sessionId, expiresAt: wsTickets.expiresAt }),
  );
  return q
    .with(taken)
    .select(live)
    .from(taken)
    .innerJoin(sessions, eq(sessions.id, taken.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(gt(taken.expiresAt, sql`${sql.placeholder('now')}::timestamptz`), isLive))
    .prepare('ws_tickets_take');
});

/** Deletes a ticket, expired or not, so that it is used once. Returns its session; null for none, and for one that is over. */
export async function takeTicket(q: Queryable, tokenHash: Buffer, now: Date): Promise<LiveSession | null> {
  const [session] = await take(q).execute({ tokenHash, now: iso(now) });
  return session ?? null;
}
