import { type Queryable, type Transaction, tables } from '@palaver/db';
import type { Secrets } from '../kernel/services/secrets.js';

const { secretKey, totpSecrets } = tables;

/** What the secret of an account's authenticator app is sealed for. */
export const totpPurpose = (userId: string): string => `the authenticator app of ${userId}`;

/** Whether this key is the one that the secrets of the database are sealed under. */
export type KeyCheck = 'same' | 'another, unused' | 'another, in use';

/**
 * Compares the key of this process with the one of the database, which is that of the first start. `another, in use`:
 * secrets are sealed under it.
 */
export async function checkSecretKey(q: Queryable, { fingerprint }: Secrets): Promise<KeyCheck> {
  await q.insert(secretKey).values({ fingerprint }).onConflictDoNothing();
  const [row] = await q.select().from(secretKey);
  if (row?.fingerprint === fingerprint) return 'same';
  return (await hasSealed(q)) ? 'another, in use' : 'another, unused';
}

async function hasSealed(q: Queryable): Promise<boolean> {
  return (await q.select({ userId: totpSecrets.userId }).from(totpSecrets).limit(1)).length > 0;
}

/** Makes this key the one of the database, where nothing is sealed. */
export async function adoptSecretKey(q: Queryable, { fingerprint }: Secrets): Promise<void> {
  await q.update(secretKey).set({ fingerprint });
}

/** Removes all that is sealed, and the fingerprint: the next start brings its key. Returns how many secrets there were. */
export async function removeSealed(tx: Transaction): Promise<number> {
  const removed = await tx.delete(totpSecrets).returning({ userId: totpSecrets.userId });
  await tx.delete(secretKey);
  return removed.length;
}
