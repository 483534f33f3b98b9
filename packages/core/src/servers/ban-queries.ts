import { type Database, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, isNull, lt, or, sql } from 'drizzle-orm';
import type { Page } from '../kernel/schema/pagination.js';
import { newestFirst, requireCursors, within } from '../kernel/sql/newest-first.js';
import { type PublicUserRow, userColumns } from '../users/record.js';

const { serverBans, users } = tables;

export type BanRow = InferSelectModel<typeof serverBans>;

const isOf = (serverId: string, userId: string) =>
  and(eq(serverBans.serverId, serverId), eq(serverBans.userId, userId));

/** A ban that has not ended, by the clock of the database. */
const isRunning = or(isNull(serverBans.expiresAt), gt(serverBans.expiresAt, sql`now()`));

export async function isBanned(q: Queryable, serverId: string, userId: string): Promise<boolean> {
  const rows = await q
    .select({ userId: serverBans.userId })
    .from(serverBans)
    .where(and(isOf(serverId, userId), isRunning));
  return rows.length > 0;
}

/** Bans a user. Of one who is banned already, the reason and the end are replaced. Returns the ban as it is stored. */
export async function upsertBan(tx: Transaction, row: BanRow): Promise<BanRow> {
  const [stored] = await tx
    .insert(serverBans)
    .values(row)
    .onConflictDoUpdate({
      target: [serverBans.serverId, serverBans.userId],
      set: { reason: row.reason, expiresAt: row.expiresAt },
    })
    .returning();
  if (!stored) throw new Error('an upsert returns its row');
  return stored;
}

/** Returns whether there was one that had not ended by itself. */
export async function deleteBan(tx: Transaction, serverId: string, userId: string): Promise<boolean> {
  const deleted = await tx
    .delete(serverBans)
    .where(isOf(serverId, userId))
    .returning({
      isRunning: sql<boolean>`${serverBans.expiresAt} is null or ${serverBans.expiresAt} > now()`,
    });
  return deleted.some(({ isRunning }) => isRunning);
}

/** Removes what has ended by itself. */
export async function purgeEndedBans(db: Database): Promise<void> {
  await db.delete(serverBans).where(lt(serverBans.expiresAt, sql`now()`));
}

/** Removes the bans of an account that is being deleted. */
export async function deleteBansOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(serverBans).where(eq(serverBans.userId, userId));
}

/**
 * The bans of a server that have not ended, newest first; the cursors are ids of banned users. Throws `INVALID_INPUT` for
 * one without a ban.
 */
export async function listBans(
  q: Queryable,
  serverId: string,
  page: Page,
): Promise<Array<{ ban: BanRow; user: PublicUserRow }>> {
  const position = sql`(${serverBans.createdAt}, ${serverBans.userId})`;
  const positionOf = (userId: string) =>
    sql`(select b.created_at, b.user_id from ${serverBans} b where b.server_id = ${serverId} and b.user_id = ${userId})`;
  await requireCursors(page, async (userId) => (await q.$count(serverBans, isOf(serverId, userId))) > 0);
  return newestFirst(page, (order) =>
    q
      .select({ ban: serverBans, user: userColumns })
      .from(serverBans)
      .innerJoin(users, eq(users.id, serverBans.userId))
      .where(and(eq(serverBans.serverId, serverId), isRunning, within(page, position, positionOf)))
      .orderBy(order(serverBans.createdAt), order(serverBans.userId))
      .limit(page.limit),
  );
}
