import { arrayLiteral, prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import {
  and,
  desc,
  eq,
  exists,
  gt,
  type InferInsertModel,
  type InferSelectModel,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';

const { users, sessions, knownNetworks } = tables;

export type SessionRow = InferSelectModel<typeof sessions>;
type NewSessionRow = InferInsertModel<typeof sessions>;

const isLive = (now: Date): SQL | undefined => or(isNull(sessions.expiresAt), gt(sessions.expiresAt, now));

/** A live session, and whether its user is a bot. */
export interface FoundSession {
  session: Pick<
    SessionRow,
    | 'id'
    | 'userId'
    | 'createdAt'
    | 'lastUsedAt'
    | 'lastUsedFrom'
    | 'expiresAt'
    | 'absoluteExpiresAt'
    | 'scopes'
  >;
  isBot: boolean;
}

const byHash = prepared((q) =>
  q
    .select({
      tokenHash: sessions.tokenHash,
      session: {
        id: sessions.id,
        userId: sessions.userId,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
        lastUsedFrom: sessions.lastUsedFrom,
        expiresAt: sessions.expiresAt,
        absoluteExpiresAt: sessions.absoluteExpiresAt,
        scopes: sessions.scopes,
      },
      isBot: users.bot,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.tokenHash} = any (array(select decode(hash, 'hex') from unnest(${sql.placeholder('hashes')}::text[]) hash))`,
        sql`(${sessions.expiresAt} is null or ${sessions.expiresAt} > ${sql.placeholder('now')}::timestamptz)`,
        isNull(users.deletedAt),
        isNull(users.deactivatedAt),
      ),
    )
    .prepare('sessions_find'),
);

/** The live sessions of tokens, by the hashes of the tokens in hexadecimal; in their order, null for no session. */
export async function findSessions(
  q: Queryable,
  hashes: readonly string[],
  now: Date,
): Promise<Array<FoundSession | null>> {
  const rows = await byHash(q).execute({ hashes: arrayLiteral(hashes), now: now.toISOString() });
  const found = new Map(rows.map(({ tokenHash, ...session }) => [tokenHash.toString('hex'), session]));
  return hashes.map((hash) => found.get(hash) ?? null);
}

export async function insertSessions(q: Queryable, rows: NewSessionRow[]): Promise<void> {
  await q.insert(sessions).values(rows);
}

export async function touchSession(
  q: Queryable,
  id: string,
  used: Pick<SessionRow, 'lastUsedAt' | 'lastUsedFrom' | 'expiresAt'>,
): Promise<void> {
  await q.update(sessions).set(used).where(eq(sessions.id, id));
}

/** The live sessions of a user, newest first. */
export function listSessions(q: Queryable, userId: string, now: Date): Promise<SessionRow[]> {
  return q
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(sessions.id));
}

/** Counts a wrong password in a session; returns how many in a row that is, or null when the session has ended. */
export async function countWrongPassword(q: Queryable, sessionId: string): Promise<number | null> {
  const [row] = await q
    .update(sessions)
    .set({ wrongPasswords: sql`${sessions.wrongPasswords} + 1` })
    .where(eq(sessions.id, sessionId))
    .returning({ count: sessions.wrongPasswords });
  return row?.count ?? null;
}

/** Takes back one counted wrong password of a session, or all. */
export async function takeBackWrongPassword(
  q: Queryable,
  sessionId: string,
  which: 'this one' | 'all',
): Promise<void> {
  const wrongPasswords = which === 'all' ? 0 : sql`greatest(${sessions.wrongPasswords} - 1, 0)`;
  await q.update(sessions).set({ wrongPasswords }).where(eq(sessions.id, sessionId));
}

/**
 * Whether an account, which has been used before, was never used on this device or never from this network. A device is
 * known by what it calls itself. A network that is unknown to us is not new.
 */
export async function isNewDevice(
  q: Queryable,
  { userId, userAgent, signedInFrom }: Pick<SessionRow, 'userId' | 'userAgent' | 'signedInFrom'>,
): Promise<boolean> {
  const ofUser = q.select().from(sessions).where(eq(sessions.userId, userId));
  const sameDevice = and(
    eq(sessions.userId, userId),
    sql`${sessions.userAgent} is not distinct from ${userAgent}`,
  );
  const networks = q.select().from(knownNetworks).where(eq(knownNetworks.userId, userId));
  const sameNetwork = and(eq(knownNetworks.userId, userId), eq(knownNetworks.network, signedInFrom ?? ''));
  const [row] = await q
    .select({
      wasUsed: sql<boolean>`${exists(ofUser)} or ${exists(networks)}`,
      knowsDevice: sql<boolean>`${exists(q.select().from(sessions).where(sameDevice))}`,
      knowsNetwork: sql<boolean>`${exists(q.select().from(knownNetworks).where(sameNetwork))}`,
    })
    .from(sql`(select 1) one`);
  if (!row?.wasUsed) return false;
  return !row.knowsDevice || (signedInFrom !== null && !row.knowsNetwork);
}

/** When the person of a session last proved who they are; null for never, and for a session that has ended. */
export async function findVerifiedAt(q: Queryable, sessionId: string): Promise<Date | null> {
  const [row] = await q
    .select({ verifiedAt: sessions.verifiedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return row?.verifiedAt ?? null;
}

export async function setVerifiedAt(tx: Transaction, sessionId: string, verifiedAt: Date): Promise<void> {
  await tx.update(sessions).set({ verifiedAt }).where(eq(sessions.id, sessionId));
}

/** Ends one session of the user; returns whether there was one. */
export async function deleteSession(q: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const ended = await q
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends all sessions of the user except `keep`; returns the ids of the ended ones. */
export async function deleteSessions(q: Queryable, userId: string, keep: string | null): Promise<string[]> {
  const ended = await q
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep === null ? undefined : ne(sessions.id, keep)))
    .returning({ id: sessions.id });
  return ended.map((row) => row.id);
}

/** Ends the sessions of the user that an issuer of tokens asked for; returns the ids of the ended ones. */
export async function deleteMintedSessions(q: Queryable, userId: string): Promise<string[]> {
  const ended = await q
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.method, 'token')))
    .returning({ id: sessions.id });
  return ended.map((row) => row.id);
}

/** Ends the oldest live sessions of the user, all but `keep` of them; returns the ids of the ended ones. */
export async function deleteOldestSessions(
  q: Queryable,
  userId: string,
  keep: number,
  now: Date,
): Promise<string[]> {
  const tooMany = q
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive(now)))
    .orderBy(desc(sessions.id))
    .offset(keep);
  const ended = await q.delete(sessions).where(inArray(sessions.id, tooMany)).returning({ id: sessions.id });
  return ended.map((row) => row.id);
}

/** Ends all sessions of these users; returns the ended ones, and what the tokens of bots were allowed. */
export function deleteSessionsOf(
  q: Queryable,
  userIds: readonly string[],
): Promise<Array<Pick<SessionRow, 'id' | 'userId' | 'scopes'>>> {
  return q
    .delete(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .returning({ id: sessions.id, userId: sessions.userId, scopes: sessions.scopes });
}

/** Deletes the sessions that have expired. */
export async function deleteExpiredSessions(q: Queryable, now: Date): Promise<void> {
  await q.delete(sessions).where(sql`${sessions.expiresAt} <= ${now.toISOString()}::timestamptz`);
}

/**
 * Holds a session until the transaction ends; returns false when it has ended. One that has expired counts until it is
 * purged.
 */
export async function lockSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share');
  return row !== undefined;
}

/** The ids of the sessions of these users. */
export async function sessionIdsOf(q: Queryable, userIds: readonly string[]): Promise<string[]> {
  const rows = await q
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.userId, [...userIds]));
  return rows.map(({ id }) => id);
}
