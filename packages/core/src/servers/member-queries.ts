import { prepared, type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '../protocol/records/server.js';
import { userColumns } from '../users/record.js';
import type { MemberRow, ServerRow } from './queries.js';
import { timeoutOf } from './timeout-queries.js';

const { servers, serverMembers, users } = tables;

const memberColumns = {
  serverId: serverMembers.serverId,
  role: serverMembers.role,
  joinedAt: serverMembers.joinedAt,
  timedOutUntil: serverMembers.timedOutUntil,
  user: userColumns,
};

const roleOf = prepared((q) =>
  q
    .select({ role: serverMembers.role })
    .from(serverMembers)
    .where(
      and(
        eq(serverMembers.serverId, sql.placeholder('server')),
        eq(serverMembers.userId, sql.placeholder('user')),
      ),
    )
    .prepare('servers_find_role'),
);

/** The user's role in the server; null for a user who is not in it. */
export async function findRole(q: Queryable, serverId: string, userId: string): Promise<Role | null> {
  const [row] = await roleOf(q).execute({ server: serverId, user: userId });
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

/**
 * Adds a member with what is left of a time-out, counts it and returns the changed server with the time-out's end; null
 * when the user is a member already.
 */
export async function insertMember(
  tx: Transaction,
  row: { serverId: string; userId: string; role: Role; joinedAt: Date },
): Promise<{ server: ServerRow; timedOutUntil: Date | null } | null> {
  const [added] = await tx
    .insert(serverMembers)
    .values({ ...row, timedOutUntil: timeoutOf(row.serverId, row.userId) })
    .onConflictDoNothing()
    .returning({ timedOutUntil: serverMembers.timedOutUntil });
  return added ? { ...added, server: await countMembers(tx, row.serverId, 1) } : null;
}

/**
 * Removes a member and the bots of that member, in one statement. Returns their ids, the member's first, and the member
 * count after it; null when the user was not a member.
 */
export async function deleteMemberWithBots(
  tx: Transaction,
  serverId: string,
  userId: string,
): Promise<{ userIds: readonly string[]; memberCount: number } | null> {
  const ownBots = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.botOwnerId, userId), isNull(users.deletedAt)));
  const removed = await tx
    .delete(serverMembers)
    .where(
      and(
        eq(serverMembers.serverId, serverId),
        or(eq(serverMembers.userId, userId), inArray(serverMembers.userId, ownBots)),
      ),
    )
    .returning({ userId: serverMembers.userId });
  const ids = removed.map((row) => row.userId);
  if (!ids.includes(userId)) return null;
  const { memberCount } = await countMembers(tx, serverId, -ids.length);
  return { userIds: [userId, ...ids.filter((id) => id !== userId).sort()], memberCount };
}

/** Returns the end of the member's time-out. */
export async function updateRole(
  tx: Transaction,
  serverId: string,
  userId: string,
  role: Role,
): Promise<{ timedOutUntil: Date | null }> {
  const [row] = await tx
    .update(serverMembers)
    .set({ role })
    .where(and(eq(serverMembers.serverId, serverId), eq(serverMembers.userId, userId)))
    .returning({ timedOutUntil: serverMembers.timedOutUntil });
  if (!row) throw new Error(`user ${userId} left server ${serverId} under its lock`);
  return row;
}

/** The people who administer a server, its owner first and then who has been there longest, with its name. */
export function findAdmins(
  q: Queryable,
  serverId: string,
  limit: number,
): Promise<Array<{ readonly userId: string; readonly serverName: string }>> {
  return q
    .select({ userId: serverMembers.userId, serverName: servers.name })
    .from(serverMembers)
    .innerJoin(servers, eq(servers.id, serverMembers.serverId))
    .where(and(eq(serverMembers.serverId, serverId), inArray(serverMembers.role, ['owner', 'admin'])))
    .orderBy(sql`${serverMembers.role} <> 'owner'`, serverMembers.joinedAt, serverMembers.userId)
    .limit(limit);
}

/** The servers that a user is in. */
export async function serverIdsOf(q: Queryable, userId: string): Promise<string[]> {
  const rows = await q
    .select({ serverId: serverMembers.serverId })
    .from(serverMembers)
    .innerJoin(servers, eq(servers.id, serverMembers.serverId))
    .where(and(eq(serverMembers.userId, userId), isNull(servers.deletedAt)));
  return rows.map((row) => row.serverId);
}

async function countMembers(tx: Transaction, serverId: string, by: number): Promise<ServerRow> {
  const [row] = await tx
    .update(servers)
    .set({ memberCount: sql`${servers.memberCount} + ${by}` })
    .where(eq(servers.id, serverId))
    .returning();
  if (!row) throw new Error(`server ${serverId} vanished inside its transaction`);
  return row;
}

const common = statement<{ id: string }>(`
  select server.id from server_members mine
  join servers server on server.id = mine.server_id and server.deleted_at is null
  join server_members theirs on theirs.server_id = mine.server_id and theirs.user_id = $2::text::uuid
  where mine.user_id = $1::text::uuid order by server.id limit $3::text::int`);

/** The servers that two users are in together, the oldest first, as many as are asked for. */
export async function commonServerIds(
  q: Queryable,
  userId: string,
  otherId: string,
  limit: number,
): Promise<string[]> {
  const rows = await common(q, [userId, otherId, String(limit)]);
  return rows.map(({ id }) => id);
}
