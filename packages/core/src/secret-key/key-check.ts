import { type Queryable, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import type { Secrets } from '../kernel/services/secrets.js';
import { countSealed, hasSealed } from './sealed-texts.js';

const { secretKey } = tables;

type Key = Pick<Secrets, 'fingerprint' | 'previousFingerprint'>;

/**
 * How the keys of this process stand to the one that the secrets of the database are sealed under. `rotated`: that one is now the key
 * before. `previous missing`: something is sealed under a still earlier key, which this process has not.
 */
export type KeyCheck = 'same' | 'rotated' | 'previous missing' | 'another, unused' | 'another, in use';

/** Compares the keys of this process with the one of the database, which is that of the first start. */
export async function checkSecretKey(q: Queryable, secrets: Secrets): Promise<KeyCheck> {
  await q.insert(secretKey).values({ fingerprint: secrets.fingerprint }).onConflictDoNothing();
  const [row] = await q.select().from(secretKey);
  if (row?.fingerprint === secrets.fingerprint || row?.fingerprint === secrets.previousFingerprint) {
    const { fingerprint, previousFingerprint: before } = row;
    const isKnown = before === null || [secrets.fingerprint, secrets.previousFingerprint].includes(before);
    if (!isKnown && (await countSealed(q, secrets)).unreadable > 0) return 'previous missing';
    return fingerprint === secrets.fingerprint ? 'same' : 'rotated';
  }
  return (await hasSealed(q)) ? 'another, in use' : 'another, unused';
}

/** Makes this key the one of the database, where nothing is sealed. */
export async function adoptSecretKey(q: Queryable, { fingerprint }: Key): Promise<void> {
  await q.update(secretKey).set({ fingerprint, previousFingerprint: null });
}

/** Makes this key the one of the database, and the one that was it the key before. */
export async function rotateSecretKey(
  q: Queryable,
  { fingerprint, previousFingerprint }: Key,
  at: Date,
): Promise<void> {
  if (previousFingerprint === null) return;
  await q
    .update(secretKey)
    .set({ fingerprint, previousFingerprint, changedAt: at })
    .where(eq(secretKey.fingerprint, previousFingerprint));
}

/** The rotation of a database. Null without a key yet. */
export async function findKeyRow(q: Queryable): Promise<typeof secretKey.$inferSelect | null> {
  const [row] = await q.select().from(secretKey);
  return row ?? null;
}

/** After this nothing needs the key before. */
export async function endRotation(q: Queryable, { fingerprint }: Key): Promise<void> {
  await q.update(secretKey).set({ previousFingerprint: null }).where(eq(secretKey.fingerprint, fingerprint));
}
