import { type Database, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Page } from '../kernel/schema/pagination.js';
import { newestFirst, requireCursors, within } from '../kernel/sql/newest-first.js';
import { type PublicUserRow, userColumns } from '../users/record.js';

const { serverMembers, serverTimeouts, users } = tables;

export type TimeoutRow = InferSelectModel<typeof serverTimeouts>;

const isOf = (serverId: string, userId: string) =>
  and(eq(serverTimeouts.serverId, serverId), eq(serverTimeouts.userId, userId));

/** Until when a member may not write, in the form of the API; null where that is over, by the clock of the database. */
export function runningTimeout(until: SQLWrapper): SQL<string | null> {
  return sql`case when ${until} > now() then to_char(${until} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`;
}

/** Times a user out. Of one who is timed out already, everything is replaced but the beginning. */
export async function upsertTimeout(tx: Transaction, row: TimeoutRow): Promise<TimeoutRow> {
  const { until, reason, timedOutBy } = row;
  const [stored] = await tx
    .insert(serverTimeouts)
    .values(row)
    .onConflictDoUpdate({
      target: [serverTimeouts.serverId, serverTimeouts.userId],
      set: { until, reason, timedOutBy },
    })
    .returning();
  if (!stored) throw new Error('an upsert returns its row');
  return stored;
}

/** Returns whether there was one that had not ended by itself. */
export async function deleteTimeout(tx: Transaction, serverId: string, userId: string): Promise<boolean> {
  const deleted = await tx
    .delete(serverTimeouts)
    .where(isOf(serverId, userId))
    .returning({ running: sql<boolean>`${serverTimeouts.until} > now()` });
  return deleted.some(({ running }) => running);
}

/** Removes the time-outs of an account that is being deleted. */
export async function deleteTimeoutsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(serverTimeouts).where(eq(serverTimeouts.userId, userId));
}

/** Removes what has ended by itself. */
export async function purgeEndedTimeouts(db: Database): Promise<void> {
  await db.delete(serverTimeouts).where(lt(serverTimeouts.until, sql`now()`));
}

/** The latest end of the time-outs of a user and of the owner of a bot. */
export function timeoutOf(serverId: SQLWrapper | string, userId: SQLWrapper | string): SQL<Date | null> {
  return sql`(
    select max(t.until) from ${serverTimeouts} t
    where t.server_id = ${serverId} and t.until > now()
      and t.user_id in (${userId}, (select u.bot_owner_id from ${users} u where u.id = ${userId})))`;
}

/** A member whose time-out has changed. */
export interface TimedOutMember
  extends Pick<InferSelectModel<typeof serverMembers>, 'userId' | 'role' | 'timedOutUntil'> {}

/** Copies the time-out of a user to the membership and to those of the user's bots. Returns them, the user's first. */
export async function copyTimeout(
  tx: Transaction,
  serverId: string,
  userId: string,
): Promise<TimedOutMember[]> {
  const rows = await tx
    .update(serverMembers)
    .set({ timedOutUntil: timeoutOf(serverMembers.serverId, serverMembers.userId) })
    .where(
      and(
        eq(serverMembers.serverId, serverId),
        sql`${serverMembers.userId} in (
          select id from ${users} where id = ${userId} or bot_owner_id = ${userId} and deleted_at is null)`,
      ),
    )
    .returning({
      userId: serverMembers.userId,
      role: serverMembers.role,
      timedOutUntil: serverMembers.timedOutUntil,
    });
  return rows.sort((a, b) => Number(b.userId === userId) - Number(a.userId === userId));
}

/**
 * The time-outs of a server that have not ended, newest first; the cursors are ids of users. Throws `INVALID_INPUT` for one
 * without a time-out.
 */
export async function listTimeouts(
  q: Queryable,
  serverId: string,
  page: Page,
): Promise<Array<{ timeout: TimeoutRow; user: PublicUserRow }>> {
  const position = sql`(${serverTimeouts.createdAt}, ${serverTimeouts.userId})`;
  const positionOf = (userId: string) =>
    sql`(select t.created_at, t.user_id from ${serverTimeouts} t where t.server_id = ${serverId} and t.user_id = ${userId})`;
  await requireCursors(page, async (userId) => (await q.$count(serverTimeouts, isOf(serverId, userId))) > 0);
  return newestFirst(page, (order) =>
    q
      .select({ timeout: serverTimeouts, user: userColumns })
      .from(serverTimeouts)
      .innerJoin(users, eq(users.id, serverTimeouts.userId))
      .where(
        and(
          eq(serverTimeouts.serverId, serverId),
          gt(serverTimeouts.until, sql`now()`),
          within(page, position, positionOf),
        ),
      )
      .orderBy(order(serverTimeouts.createdAt), order(serverTimeouts.userId))
      .limit(page.limit),
  );
}
