import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';

const { totpSecrets, recoveryCodes, passkeys } = tables;

export type TotpRow = typeof totpSecrets.$inferSelect;

export async function findTotp(q: Queryable, userId: string): Promise<TotpRow | null> {
  const [row] = await q.select().from(totpSecrets).where(eq(totpSecrets.userId, userId));
  return row ?? null;
}

/** Replaces a secret that was never confirmed. */
export async function putTotp(
  tx: Transaction,
  row: Pick<TotpRow, 'userId' | 'sealed' | 'createdAt'>,
): Promise<void> {
  await tx
    .insert(totpSecrets)
    .values(row)
    .onConflictDoUpdate({ target: totpSecrets.userId, set: { ...row, confirmedAt: null, lastPeriod: null } });
}

export async function confirmTotp(
  tx: Transaction,
  userId: string,
  confirmed: { readonly confirmedAt: Date; readonly lastPeriod: number },
): Promise<void> {
  await tx.update(totpSecrets).set(confirmed).where(eq(totpSecrets.userId, userId));
}

/** Uses up a period and all earlier ones; returns false where that was done before, as for a code that is used again. */
export async function usePeriod(q: Queryable, userId: string, period: number): Promise<boolean> {
  const used = await q
    .update(totpSecrets)
    .set({ lastPeriod: period })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        isNotNull(totpSecrets.confirmedAt),
        or(isNull(totpSecrets.lastPeriod), lt(totpSecrets.lastPeriod, period)),
      ),
    )
    .returning({ userId: totpSecrets.userId });
  return used.length > 0;
}

/** Returns whether there was one. */
export async function deleteTotp(tx: Transaction, userId: string): Promise<boolean> {
  const deleted = await tx
    .delete(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
    .returning({ userId: totpSecrets.userId });
  return deleted.length > 0;
}

/** Deletes the secrets that were begun at an instant or before and never confirmed. */
export async function deleteUnconfirmedTotp(q: Queryable, before: Date): Promise<void> {
  await q.delete(totpSecrets).where(and(isNull(totpSecrets.confirmedAt), lte(totpSecrets.createdAt, before)));
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

export async function deleteRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Uses up a recovery code; returns whether there was one. */
export async function useRecoveryCode(q: Queryable, userId: string, codeHash: Buffer): Promise<boolean> {
  const used = await q
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0;
}

/** What an account has set up. */
export interface FactorCounts {
  readonly totpSince: Date | null;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

/** What an account has set up, in one statement. */
export async function findFactors(q: Queryable, userId: string): Promise<FactorCounts> {
  const [row] = await q
    .select({
      totpSince: sql<Date | null>`(select ${totpSecrets.confirmedAt} from ${totpSecrets}
        where ${totpSecrets.userId} = ${userId})`.mapWith(totpSecrets.confirmedAt),
      passkeys: q.$count(passkeys, eq(passkeys.userId, userId)),
      recoveryCodes: q.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
    })
    .from(sql`(select 1) one`);
  return row ?? { totpSince: null, passkeys: 0, recoveryCodes: 0 };
}
