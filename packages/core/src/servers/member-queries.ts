import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { newestFirst } from '../kernel/newest-first.js';
import type { Page } from '../kernel/pagination.js';
import { userColumns } from '../users/record.js';
import type { MemberRow } from './queries.js';
import type { Role } from './schemas.js';

const { servers, serverMembers, users } = tables;

const memberColumns = {
  serverId: serverMembers.serverId,
  role: serverMembers.role,
  joinedAt: serverMembers.joinedAt,
  user: userColumns,
};

/** The members of a server, newest account first: the order of the primary key. */
export function listMembers(q: Queryable, serverId: string, page: Page): Promise<MemberRow[]> {
  return newestFirst(page, (order) =>
    q
      .select(memberColumns)
      .from(serverMembers)
      .innerJoin(users, eq(users.id, serverMembers.userId))
      .where(
        and(
          eq(serverMembers.serverId, serverId),
          page.before === undefined ? undefined : lt(serverMembers.userId, page.before),
          page.after === undefined ? undefined : gt(serverMembers.userId, page.after),
        ),
      )
      .orderBy(order(serverMembers.userId))
      .limit(page.limit),
  );
}

/** The user's role in the server; null for who is not in it. */
export async function findRole(q: Queryable, serverId: string, userId: string): Promise<Role | null> {
  const [row] = await q
    .select({ role: serverMembers.role })
    .from(serverMembers)
    .where(and(eq(serverMembers.serverId, serverId), eq(serverMembers.userId, userId)))
    .prepare('servers_find_role')
    .execute();
  return row?.role ?? null;
}

export async function findMember(q: Queryable, serverId: string, userId: string): Promise<MemberRow | null> {
  const [row] = await q
    .select(memberColumns)
    .from(serverMembers)
    .innerJoin(users, eq(users.id, serverMembers.userId))
    .where(and(eq(serverMembers.serverId, serverId), eq(serverMembers.userId, userId)));
  return row ?? null;
}

/** Adds a member and counts it; false when the user is one already. */
export async function insertMember(
  tx: Transaction,
  row: { serverId: string; userId: string; role: Role; joinedAt: Date },
): Promise<boolean> {
  const added = await tx
    .insert(serverMembers)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: serverMembers.userId });
  if (added.length === 0) return false;
  await countMembers(tx, row.serverId, 1);
  return true;
}

/** Removes a member and counts it; false when the user was none. */
export async function deleteMember(tx: Transaction, serverId: string, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(serverMembers)
    .where(and(eq(serverMembers.serverId, serverId), eq(serverMembers.userId, userId)))
    .returning({ userId: serverMembers.userId });
  if (removed.length === 0) return false;
  await countMembers(tx, serverId, -1);
  return true;
}

export async function updateRole(
  tx: Transaction,
  serverId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await tx
    .update(serverMembers)
    .set({ role })
    .where(and(eq(serverMembers.serverId, serverId), eq(serverMembers.userId, userId)));
}

/** The living servers that a user is in, oldest first: the order in which their locks are taken. */
export async function serverIdsOf(q: Queryable, userId: string): Promise<string[]> {
  const rows = await q
    .select({ serverId: serverMembers.serverId })
    .from(serverMembers)
    .innerJoin(servers, eq(servers.id, serverMembers.serverId))
    .where(and(eq(serverMembers.userId, userId), isNull(servers.deletedAt)))
    .orderBy(serverMembers.serverId);
  return rows.map((row) => row.serverId);
}

async function countMembers(tx: Transaction, serverId: string, by: 1 | -1): Promise<void> {
  await tx
    .update(servers)
    .set({ memberCount: sql`${servers.memberCount} + ${by}` })
    .where(eq(servers.id, serverId));
}
