import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { DigestDelay } from '../protocol/records/mail-preferences.js';

const { mailDigests, streamHeads } = tables;

export type DigestRow = InferSelectModel<typeof mailDigests>;

/** Whose digest is due, and since when. */
export interface DueDigest {
  readonly userId: string;
  readonly dueAt: Date;
}

/** The digest after `after` that is due, in the order of time; null without one. */
export async function findDueDigest(
  q: Queryable,
  now: Date,
  after: DueDigest | null,
): Promise<DueDigest | null> {
  const { userId, dueAt } = mailDigests;
  const isLater = after && or(gt(dueAt, after.dueAt), and(eq(dueAt, after.dueAt), gt(userId, after.userId)));
  const [row] = await q
    .select({ userId, dueAt })
    .from(mailDigests)
    .where(and(isNotNull(dueAt), lte(dueAt, now), isLater ?? undefined))
    .orderBy(dueAt, userId)
    .limit(1);
  return row?.dueAt ? { userId: row.userId, dueAt: row.dueAt } : null;
}

export async function findDigest(q: Queryable, ofUser: string): Promise<DigestRow | null> {
  const [row] = await q.select().from(mailDigests).where(eq(mailDigests.userId, ofUser));
  return row ?? null;
}

/** The same, with the position of the person's stream when it was read. */
export async function findPreferences(
  q: Queryable,
  ofUser: string,
): Promise<{ readonly digest: DigestRow | null; readonly seq: number }> {
  const [row] = await q
    .select({ digest: mailDigests, seq: streamHeads.lastSeq })
    .from(streamHeads)
    .leftJoin(mailDigests, eq(mailDigests.userId, streamHeads.id))
    .where(eq(streamHeads.id, ofUser));
  if (!row) throw new Error(`user ${ofUser} has no stream`);
  return row;
}

/** Call it under the lock of the person's stream. */
export async function setDue(tx: Transaction, ofUser: string, dueAt: Date | null): Promise<void> {
  await tx.update(mailDigests).set({ dueAt }).where(eq(mailDigests.userId, ofUser));
}

/**
 * Stores what a person has chosen. A digest that was to come is looked at anew, and none comes when they are off. Call it
 * under the lock of the person's stream.
 */
export async function setDelay(
  tx: Transaction,
  ofUser: string,
  delay: DigestDelay,
  now: Date,
): Promise<DigestRow> {
  const { dueAt } = mailDigests;
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await tx
    .insert(mailDigests)
    .values({ userId: ofUser, delay, updatedAt: now })
    .onConflictDoUpdate({
      target: mailDigests.userId,
      set: {
        delay,
        updatedAt: sql`greatest(${mailDigests.updatedAt}, ${at})`,
        dueAt: delay === 'off' ? null : sql`case when ${dueAt} is not null then ${at} end`,
      },
    })
    .returning();
  if (!row) throw new Error('an upsert returns its row');
  return row;
}
