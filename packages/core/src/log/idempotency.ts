import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';

const { idempotencyKeys } = tables;

/** The idempotency key of a retry-safe write, and the hash of its request. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

export type Claim = Idempotency & { readonly userId: string };

/**
 * Claims the key for this transaction and returns null, or returns the stored answer (JSON) of an earlier request.
 * The unique index waits for a parallel transaction with the same key: when it commits, its answer is returned; when it
 * rolls back, this one gets the key. Throws `IDEMPOTENCY_KEY_REUSED` when the key was used for another request.
 */
export async function claimKey(tx: Transaction, claim: Claim, now: Date): Promise<string | null> {
  const { userId, key, requestHash } = claim;
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ userId, key, requestHash, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .prepare('idempotency_claim')
    .execute();
  if (claimed.length > 0) return null;
  const earlier = await findAnswer(tx, claim);
  // The key has just been purged.
  if (earlier === null) throw new AppError('BUSY');
  return earlier;
}

/** The stored answer (JSON) of a committed request with this key; null without one. Throws `IDEMPOTENCY_KEY_REUSED`. */
export async function findAnswer(q: Queryable, { userId, key, requestHash }: Claim): Promise<string | null> {
  const [earlier] = await q
    .select({ requestHash: idempotencyKeys.requestHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
    .prepare('idempotency_find')
    .execute();
  if (earlier && !earlier.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return earlier?.answer ?? null;
}

/** Stores the text of the answer for later retries, in the transaction of the write. */
export async function storeAnswer(tx: Transaction, claim: Claim, answer: string): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key)))
    .prepare('idempotency_store')
    .execute();
}
