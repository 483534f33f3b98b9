import { arrayLiteral, prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import {
  and,
  desc,
  eq,
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
import { type MeRow, meColumns, type PublicUserRow, type UserRow, userColumns } from '../users/record.js';
import { isKnownNetwork } from './network-queries.js';

const { users, sessions } = tables;

export type SessionRow = InferSelectModel<typeof sessions>;
type NewSessionRow = InferInsertModel<typeof sessions>;

const isLive = (now: Date): SQL | undefined => or(isNull(sessions.expiresAt), gt(sessions.expiresAt, now));

/** A live session, and whether its user is a bot. */
export interface FoundSession {
  session: Pick<SessionRow, 'id' | 'userId' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'absoluteExpiresAt'>;
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
        expiresAt: sessions.expiresAt,
        absoluteExpiresAt: sessions.absoluteExpiresAt,
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
  lastUsedAt: Date,
  expiresAt: Date | null,
): Promise<void> {
  await q.update(sessions).set({ lastUsedAt, expiresAt }).where(eq(sessions.id, id));
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

/** Ends all sessions of these users; returns the ids of the ended ones. */
export async function deleteSessionsOf(q: Queryable, userIds: readonly string[]): Promise<string[]> {
  const ended = await q
    .delete(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .returning({ id: sessions.id });
  return ended.map((row) => row.id);
}

/** Deletes the sessions that have expired. */
export async function deleteExpiredSessions(q: Queryable, now: Date): Promise<void> {
  await q.delete(sessions).where(sql`${sessions.expiresAt} <= ${now.toISOString()}::timestamptz`);
}

/** Inserts an account; throws the database's unique violation when the name or the e-mail address is taken. */
export async function insertUser(
  tx: Transaction,
  row: Omit<UserRow, 'status' | 'timezone' | 'avatarPath' | 'deletedAt' | 'deactivatedAt'>,
): Promise<MeRow> {
  const [user] = await tx.insert(users).values(row).returning(meColumns);
  if (!user) throw new Error('an insert without a conflict clause returns its row');
  return user;
}

export type LoginRow = MeRow & Pick<UserRow, 'passwordHash' | 'deactivatedAt'>;

const loginColumns = { ...meColumns, passwordHash: users.passwordHash, deactivatedAt: users.deactivatedAt };

/** What a person signs in by. */
export interface LoginName {
  readonly by: 'username' | 'email';
  readonly value: string;
}

/**
 * The person with this username or e-mail address, without regard to case, and whether they have signed in from the
 * network before; null for a deleted account.
 */
export async function findLogin(
  q: Queryable,
  { by, value }: LoginName,
  network: string | null,
): Promise<(LoginRow & { knowsNetwork: boolean }) | null> {
  const [row] = await q
    .select({ ...loginColumns, knowsNetwork: isKnownNetwork(network) })
    .from(users)
    .where(and(sql`lower(${users[by]}) = lower(${value})`, isNull(users.deletedAt), eq(users.bot, false)));
  return row ?? null;
}

/** A person's account with its password hash; null for a deleted one. */
export async function findOwnLogin(q: Queryable, userId: string): Promise<LoginRow | null> {
  const [row] = await q
    .select(loginColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return row ?? null;
}

/**
 * A person's account, locked until the transaction ends: no session of it begins and its password stays. Null for a
 * deleted account.
 */
export async function lockLogin(tx: Transaction, userId: string): Promise<LoginRow | null> {
  const [row] = await tx
    .select(loginColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update');
  return row ?? null;
}

/** Holds a session until the transaction ends; returns false when it has ended. One that has expired counts until it is purged. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
    .for('key share');
  return row !== undefined;
}

/** The bots of a person, locked until the transaction ends: nobody else changes or deletes them, or rotates a token. */
export function lockBotsOf(tx: Transaction, ownerId: string): Promise<PublicUserRow[]> {
  return tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.botOwnerId, ownerId), isNull(users.deletedAt)))
    .orderBy(desc(users.id))
    .for('no key update');
}

export async function setPasswordHash(q: Queryable, userId: string, passwordHash: string): Promise<void> {
  await q.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** Deactivates accounts at an instant, or with null activates them again. */
export async function setDeactivated(
  tx: Transaction,
  userIds: readonly string[],
  at: Date | null,
): Promise<void> {
  await tx
    .update(users)
    .set({ deactivatedAt: at })
    .where(inArray(users.id, [...userIds]));
}

/** The bots of a person that were deactivated at this instant; with null, those that are active. */
export async function botsDeactivatedAt(
  tx: Transaction,
  ownerId: string,
  at: Date | null,
): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.botOwnerId, ownerId),
        isNull(users.deletedAt),
        at === null ? isNull(users.deactivatedAt) : eq(users.deactivatedAt, at),
      ),
    )
    .orderBy(users.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** The ids of the sessions of these users. */
export async function sessionIdsOf(q: Queryable, userIds: readonly string[]): Promise<string[]> {
  const rows = await q
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.userId, [...userIds]));
  return rows.map(({ id }) => id);
}
