import { type Transaction, tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';

const { idempotencyKeys } = tables;

/** The client key of a retry-safe write, and the hash of what it asks for. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

export type Claim = Idempotency & { readonly userId: string };

/**
 * Takes the key for this transaction, or returns the JSON of the answer that it stands for already.
 * A parallel holder of the same key is waited for by the unique index: it either commits (its answer is returned)
 * or rolls back (the key is ours). Throws `IDEMPOTENCY_KEY_REUSED` when it stands for another request.
 */
export async function claimKey(tx: Transaction, claim: Claim, now: Date): Promise<string | null> {
  const { userId, key, requestHash } = claim;
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ userId, key, requestHash, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .prepare('idempotency_claim')
    .execute();
  if (taken.length > 0) return null;

  const [earlier] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
    .prepare('idempotency_find')
    .execute();
  if (!earlier?.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return earlier.answer;
}

/** Keeps the text of the answer for the retries to come, in the transaction of the write itself. */
export async function storeAnswer(tx: Transaction, claim: Claim, answer: string): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key)))
    .prepare('idempotency_store')
    .execute();
}
