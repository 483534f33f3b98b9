import { type Queryable, statement, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';

/** The idempotency key of a retry-safe write, and the hash of its request. */
export interface Idempotency {
  readonly key: string;
  readonly requestHash: Buffer;
}

export type Claim = Idempotency & { readonly userId: string };

const insert = statement<{ key: string }>(`
  insert into idempotency_keys (user_id, key, request_hash, created_at)
  values ($1, $2, decode($3::text, 'hex'), $4::text::timestamptz)
  on conflict do nothing returning key`);

/**
 * Claims the key for this transaction and returns null, or returns the stored answer (JSON) of an earlier request.
 * The unique index waits for a parallel transaction with the same key: when it commits, its answer is returned; when it
 * rolls back, this one gets the key. Throws `IDEMPOTENCY_KEY_REUSED` when the key was used for another request.
 */
export async function claimKey(tx: Transaction, claim: Claim, now: Date): Promise<string | null> {
  const { userId, key, requestHash } = claim;
  const claimed = await insert(tx, [userId, key, requestHash.toString('hex'), now.toISOString()]);
  if (claimed.length > 0) return null;
  const earlier = await findAnswer(tx, claim);
  // The key has just been purged.
  if (earlier === null) throw new AppError('BUSY');
  return earlier;
}

const find = statement<{ requestHash: Buffer; answer: string | null }>(`
  select request_hash as "requestHash", answer from idempotency_keys where user_id = $1 and key = $2`);

/** The stored answer (JSON) of a committed request with this key; null without one. Throws `IDEMPOTENCY_KEY_REUSED`. */
export async function findAnswer(q: Queryable, { userId, key, requestHash }: Claim): Promise<string | null> {
  const [earlier] = await find(q, [userId, key]);
  if (earlier && !earlier.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return earlier?.answer ?? null;
}

const store = statement('update idempotency_keys set answer = $3 where user_id = $1 and key = $2');

/** Stores the text of the answer for later retries, in the transaction of the write. */
export async function storeAnswer(tx: Transaction, claim: Claim, answer: string): Promise<void> {
  await store(tx, [claim.userId, claim.key, answer]);
}
