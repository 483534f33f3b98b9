import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { newestFirst, requireCursors, within } from '../kernel/sql/newest-first.js';
import { isInactive } from '../users/inactive-sql.js';
import type { InviteRow, ServerRow } from './queries.js';
import type { InvitePage } from './schemas.js';

const { invites, serverMembers, servers } = tables;

export async function insertInvite(tx: Transaction, row: InviteRow): Promise<void> {
  await tx.insert(invites).values(row);
}

/** Whoever has made it adds nobody now: their account is deactivated or deleted, or they are timed out in the server. */
const isPaused = sql`${isInactive(invites.createdBy)} or ${serverMembers.timedOutUntil} > now()`;

/** An invite of a server that has not been deleted, whether the invite can still be used or not. */
export async function findInvite(
  q: Queryable,
  code: string,
): Promise<{ invite: InviteRow; server: ServerRow; isPaused: boolean } | null> {
  const [row] = await q
    .select({ invite: invites, server: servers, isPaused: sql<boolean>`coalesce(${isPaused}, false)` })
    .from(invites)
    .innerJoin(servers, eq(servers.id, invites.serverId))
    .leftJoin(
      serverMembers,
      and(eq(serverMembers.serverId, invites.serverId), eq(serverMembers.userId, invites.createdBy)),
    )
    .where(and(eq(invites.code, code), isNull(servers.deletedAt)));
  return row ?? null;
}

/**
 * The invites of a server, newest first; with `createdBy`, only those of one member. Throws `INVALID_INPUT` for a cursor that
 * is none of them.
 */
export async function listInvites(
  q: Queryable,
  serverId: string,
  page: InvitePage,
  createdBy: string | null,
): Promise<InviteRow[]> {
  const position = sql`(${invites.createdAt}, ${invites.code})`;
  const positionOf = (code: string) =>
    sql`(select i.created_at, i.code from ${invites} i where i.code = ${code} and i.server_id = ${serverId})`;
  const isListed = and(
    eq(invites.serverId, serverId),
    createdBy === null ? undefined : eq(invites.createdBy, createdBy),
  );
  await requireCursors(
    page,
    async (code) => (await q.$count(invites, and(isListed, eq(invites.code, code)))) > 0,
  );
  return newestFirst(page, (order) =>
    q
      .select()
      .from(invites)
      .where(and(isListed, within(page, position, positionOf)))
      .orderBy(order(invites.createdAt), order(invites.code))
      .limit(page.limit),
  );
}

/** How many invites of a server can still be used. */
export function countOpenInvites(q: Queryable, serverId: string, now: Date): Promise<number> {
  return q.$count(
    invites,
    and(
      eq(invites.serverId, serverId),
      or(isNull(invites.expiresAt), gt(invites.expiresAt, now)),
      or(isNull(invites.maxUses), lt(invites.uses, invites.maxUses)),
    ),
  );
}

/** Counts one use of an invite. */
export async function useInvite(tx: Transaction, code: string): Promise<void> {
  await tx
    .update(invites)
    .set({ uses: sql`${invites.uses} + 1` })
    .where(eq(invites.code, code));
}

export async function deleteInvite(tx: Queryable, code: string): Promise<void> {
  await tx.delete(invites).where(eq(invites.code, code));
}

/** Ends the invites to a server that these users have made. */
export async function deleteInvitesOf(
  tx: Transaction,
  serverId: string,
  userIds: readonly string[],
): Promise<void> {
  await tx
    .delete(invites)
    .where(and(eq(invites.serverId, serverId), inArray(invites.createdBy, [...userIds])));
}
