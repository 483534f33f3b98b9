import { arrayLiteral, prepared, type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { listAtHead } from '../log/snapshot.js';
import { type PublicUserRow, userColumns } from '../users/record.js';
import type { UserGroupRow } from './record.js';

const { streamHeads, userGroups, userGroupMembers, users } = tables;

/** A user group by its server and its id. */
export async function findUserGroup(
  q: Queryable,
  serverId: string,
  groupId: string,
): Promise<UserGroupRow | null> {
  const [row] = await q
    .select()
    .from(userGroups)
    .where(and(eq(userGroups.id, groupId), eq(userGroups.serverId, serverId)));
  return row ?? null;
}

const list = prepared((q) =>
  q
    .select({ seq: streamHeads.lastSeq, item: getTableColumns(userGroups) })
    .from(streamHeads)
    .leftJoin(userGroups, eq(userGroups.serverId, streamHeads.id))
    .where(eq(streamHeads.id, sql.placeholder('server')))
    .orderBy(desc(userGroups.id))
    .prepare('user_groups_list'),
);

/** All user groups of a server, newest first, and the position of the server's stream. */
export async function listUserGroups(q: Queryable, serverId: string) {
  return listAtHead<UserGroupRow>(await list(q).execute({ server: serverId }));
}

export function countUserGroups(q: Queryable, serverId: string): Promise<number> {
  return q.$count(userGroups, eq(userGroups.serverId, serverId));
}

const named = statement<{ id: string; handle: string }>(`
  select grouped.id, lower(grouped.handle) as handle
  from channels channel join user_groups grouped on grouped.server_id = channel.server_id
  where channel.id = $1 and lower(grouped.handle) = any($2::text::text[])`);

/** The user groups of a channel's server with these handles, which are in lower case, by their handles in lower case. */
export async function findUserGroupsNamed(
  q: Queryable,
  channelId: string,
  handles: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await named(q, [channelId, arrayLiteral(handles)]);
  return new Map(rows.map(({ handle, id }) => [handle, id]));
}

export async function insertUserGroup(tx: Transaction, row: UserGroupRow): Promise<void> {
  await tx.insert(userGroups).values(row);
}

/** Changes the given columns and returns the changed group. */
export async function updateUserGroupRow(
  tx: Transaction,
  groupId: string,
  changes: { readonly [Column in keyof UserGroupRow]?: UserGroupRow[Column] | SQL },
): Promise<UserGroupRow> {
  const [row] = await tx.update(userGroups).set(changes).where(eq(userGroups.id, groupId)).returning();
  if (!row) throw new Error(`user group ${groupId} vanished under the lock of its server`);
  return row;
}

export async function deleteUserGroup(tx: Transaction, groupId: string): Promise<void> {
  await tx.delete(userGroups).where(eq(userGroups.id, groupId));
}

const members = prepared((q) =>
  q
    .select({ seq: streamHeads.lastSeq, item: userColumns })
    .from(streamHeads)
    .leftJoin(userGroupMembers, eq(userGroupMembers.groupId, sql.placeholder('group')))
    .leftJoin(users, eq(users.id, userGroupMembers.userId))
    .where(eq(streamHeads.id, sql.placeholder('server')))
    .orderBy(desc(userGroupMembers.userId))
    .prepare('user_groups_members'),
);

/** Every member of a user group, newest account first, and the position of the server's stream. */
export async function listGroupMembers(q: Queryable, serverId: string, groupId: string) {
  return listAtHead<PublicUserRow>(await members(q).execute({ server: serverId, group: groupId }));
}

const membership = (groupId: string, userId: string) =>
  and(eq(userGroupMembers.groupId, groupId), eq(userGroupMembers.userId, userId));

export async function isGroupMember(q: Queryable, groupId: string, userId: string): Promise<boolean> {
  return (await q.$count(userGroupMembers, membership(groupId, userId))) > 0;
}

/** Adds a member, and returns the group with its new count. */
export async function insertGroupMember(
  tx: Transaction,
  groupId: string,
  userId: string,
): Promise<UserGroupRow> {
  await tx.insert(userGroupMembers).values({ groupId, userId });
  return updateUserGroupRow(tx, groupId, { memberCount: sql`${userGroups.memberCount} + 1` });
}

/** Removes a member, and returns the group with its new count. */
export async function deleteGroupMember(
  tx: Transaction,
  groupId: string,
  userId: string,
): Promise<UserGroupRow> {
  await tx.delete(userGroupMembers).where(membership(groupId, userId));
  return updateUserGroupRow(tx, groupId, { memberCount: sql`${userGroups.memberCount} - 1` });
}

const removeAll = statement<{ id: string }>(`
  with gone as (
    delete from user_group_members member using user_groups grouped
    where grouped.id = member.group_id and grouped.server_id = $1 and member.user_id = any($2::text::uuid[])
    returning member.group_id
  )
  update user_groups grouped set member_count = member_count - lost.members
  from (select group_id, count(*) as members from gone group by group_id) lost
  where grouped.id = lost.group_id returning grouped.id`);

/** Removes users from all groups of a server, and returns the groups that they were in. */
export async function leaveGroupsOf(
  tx: Transaction,
  serverId: string,
  userIds: readonly string[],
): Promise<UserGroupRow[]> {
  const changed = await removeAll(tx, [serverId, arrayLiteral(userIds)]);
  if (changed.length === 0) return [];
  const ids = changed.map(({ id }) => id);
  return tx.select().from(userGroups).where(inArray(userGroups.id, ids)).orderBy(userGroups.id);
}
