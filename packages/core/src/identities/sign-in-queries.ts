import { type Database, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, lt, sql } from 'drizzle-orm';

const { signInAttempts, exchangeCodes } = tables;

export type AttemptRow = InferSelectModel<typeof signInAttempts>;
export type CodeRow = InferSelectModel<typeof exchangeCodes>;

export async function insertAttempt(db: Database, row: AttemptRow): Promise<void> {
  await db.insert(signInAttempts).values(row);
}

/** Takes an attempt away, so that it is used once; null for none that this browser has begun with the provider. */
export async function takeAttempt(
  db: Database,
  { stateHash, browserHash, provider }: Pick<AttemptRow, 'stateHash' | 'browserHash' | 'provider'>,
  now: Date,
): Promise<AttemptRow | null> {
  const [row] = await db
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.stateHash, stateHash),
        eq(signInAttempts.browserHash, browserHash),
        eq(signInAttempts.provider, provider),
        gt(signInAttempts.expiresAt, now),
      ),
    )
    .returning();
  return row ?? null;
}

export async function insertCode(tx: Transaction, row: Omit<CodeRow, 'tries'>): Promise<void> {
  await tx.insert(exchangeCodes).values(row);
}

/** Counts a try of a code before anything is checked, so that many at once are not more; null for none that counts. */
export async function countTry(
  q: Queryable,
  codeHash: Buffer,
  { max, now }: { readonly max: number; readonly now: Date },
): Promise<CodeRow | null> {
  const [row] = await q
    .update(exchangeCodes)
    .set({ tries: sql`${exchangeCodes.tries} + 1` })
    .where(
      and(
        eq(exchangeCodes.codeHash, codeHash),
        gt(exchangeCodes.expiresAt, now),
        lt(exchangeCodes.tries, max),
      ),
    )
    .returning();
  return row ?? null;
}

/** Uses a code up; returns whether it was there. */
export async function deleteCode(tx: Transaction, codeHash: Buffer): Promise<boolean> {
  const rows = await tx
    .delete(exchangeCodes)
    .where(eq(exchangeCodes.codeHash, codeHash))
    .returning({ codeHash: exchangeCodes.codeHash });
  return rows.length > 0;
}

/** Ends the codes of an account that nobody has exchanged yet. */
export async function deleteCodesOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(exchangeCodes).where(eq(exchangeCodes.userId, userId));
}
