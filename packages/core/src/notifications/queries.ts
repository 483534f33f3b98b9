import { prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PreferenceRow, Scope } from './record.js';

const { notificationPreferences, streamHeads } = tables;

/** Each kind of scope has its statement, so that an index finds the row. A channel has one whichever its server is. */
const find = (kind: string, isOfScope: SQL | undefined) =>
  prepared((q) =>
    q
      .select({ preference: notificationPreferences, seq: streamHeads.lastSeq })
      .from(streamHeads)
      .leftJoin(notificationPreferences, and(eq(notificationPreferences.userId, streamHeads.id), isOfScope))
      .where(eq(streamHeads.id, sql.placeholder('user')))
      .prepare(`preferences_find_${kind}`),
  );
const { serverId: serverOf, channelId: channelOf } = notificationPreferences;
const findOfAccount = find('account', and(isNull(serverOf), isNull(channelOf)));
const findOfServer = find('server', and(eq(serverOf, sql.placeholder('server')), isNull(channelOf)));
const findOfChannel = find('channel', eq(channelOf, sql.placeholder('channel')));

/** What the user has stored for a server or a channel, and the position in the user's stream when it was read. */
export async function findPreference(
  q: Queryable,
  userId: string,
  scope: Scope,
): Promise<{ preference: PreferenceRow | null; seq: number }> {
  const { serverId, channelId } = scope;
  const statement = channelId !== null ? findOfChannel : serverId !== null ? findOfServer : findOfAccount;
  const [row] = await statement(q).execute({ user: userId, server: serverId, channel: channelId });
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
  return and(
    eq(notificationPreferences.userId, userId),
    serverId === null ? isNull(serverOf) : eq(serverOf, serverId),
    channelId === null ? isNull(channelOf) : eq(channelOf, channelId),
  );
}
