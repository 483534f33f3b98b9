import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, gt, isNull, lt, lte } from 'drizzle-orm';

const { passkeys, passkeyChallenges, users } = tables;

export type PasskeyRow = typeof passkeys.$inferSelect;
type ChallengeRow = typeof passkeyChallenges.$inferSelect;

export async function insertChallenge(q: Queryable, row: ChallengeRow): Promise<void> {
  await q.insert(passkeyChallenges).values(row);
}

/** Takes a challenge, which nobody can use again; null for none that is valid. */
export async function takeChallenge(
  q: Queryable,
  challengeHash: Buffer,
  now: Date,
): Promise<ChallengeRow | null> {
  const { challengeHash: hash, expiresAt } = passkeyChallenges;
  const [row] = await q
    .delete(passkeyChallenges)
    .where(and(eq(hash, challengeHash), gt(expiresAt, now)))
    .returning();
  return row ?? null;
}

export async function deleteExpiredChallenges(q: Queryable, now: Date): Promise<void> {
  await q.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}

/** Throws the database's unique violation when the credential is registered, by whomever. */
export async function insertPasskey(tx: Transaction, row: PasskeyRow): Promise<void> {
  await tx.insert(passkeys).values(row);
}

/** Newest first. */
export function listPasskeys(q: Queryable, userId: string): Promise<PasskeyRow[]> {
  return q.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id));
}

/** A passkey of an account that has not been deleted, by the id of its credential. */
export async function findCredential(q: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await q
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.deletedAt)));
  return row?.passkey ?? null;
}

/**
 * Records a use, unless another one has counted as far meanwhile, which means that the authenticator was copied. One that
 * does not count stays at 0.
 */
export async function countUse(q: Queryable, id: string, counter: number, now: Date): Promise<boolean> {
  const isNext = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await q
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isNext))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

export async function renamePasskey(
  tx: Transaction,
  userId: string,
  passkeyId: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning();
  return row ?? null;
}

export async function deletePasskey(tx: Transaction, userId: string, passkeyId: string): Promise<boolean> {
  const deleted = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return deleted.length > 0;
}

/** Returns how many there were. */
export async function deletePasskeys(tx: Transaction, userId: string): Promise<number> {
  const deleted = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return deleted.length;
}
