import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PreferenceRow, Scope } from './record.js';

const { notificationPreferences, streamHeads } = tables;

/** What the user has stored for a server or a channel, and the position in the user's stream when it was read. */
export async function findPreference(
  q: Queryable,
  userId: string,
  scope: Scope,
): Promise<{ preference: PreferenceRow | null; seq: number }> {
  const [row] = await q
    .select({ preference: notificationPreferences, seq: streamHeads.lastSeq })
    .from(streamHeads)
    .leftJoin(notificationPreferences, isOf(userId, scope))
    .where(eq(streamHeads.id, userId));
  if (!row) throw new Error(`user ${userId} has no stream`);
  return row;
}

/**
 * The user's row for a server or a channel, made if needed and locked until the transaction ends: parallel changes of
 * different fields all survive, and quiet hours are checked against what is stored.
 */
export async function lockPreference(
  tx: Transaction,
  userId: string,
  scope: Scope,
  now: Date,
): Promise<PreferenceRow> {
  const { serverId, channelId } = scope;
  await tx
    .insert(notificationPreferences)
    .values({ userId, serverId, channelId, updatedAt: now })
    .onConflictDoNothing();
  const [row] = await tx.select().from(notificationPreferences).where(isOf(userId, scope)).for('update');
  if (!row) throw new Error('a preference is never deleted while its user may set it');
  return row;
}

/** Changes the given fields of a preference; `updatedAt` never runs backwards. */
export async function updatePreference(
  tx: Transaction,
  userId: string,
  scope: Scope,
  changes: Partial<PreferenceRow>,
  now: Date,
): Promise<PreferenceRow> {
  const updatedAt = sql`greatest(${notificationPreferences.updatedAt}, ${now.toISOString()}::timestamptz)`;
  const [row] = await tx
    .update(notificationPreferences)
    .set({ ...changes, updatedAt })
    .where(isOf(userId, scope))
    .returning();
  if (!row) throw new Error('this transaction has locked the row');
  return row;
}

function isOf(userId: string, { serverId, channelId }: Scope) {
  const { notificationPreferences: t } = tables;
  return and(
    eq(t.userId, userId),
    serverId === null ? isNull(t.serverId) : eq(t.serverId, serverId),
    channelId === null ? isNull(t.channelId) : eq(t.channelId, channelId),
  );
}
