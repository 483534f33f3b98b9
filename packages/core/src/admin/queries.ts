import { type Queryable, type Transaction, tables } from '@palaver/db';
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  type InferInsertModel,
  type InferSelectModel,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { newestFirst, within } from '../kernel/sql/newest-first.js';
import { unlessDeleted } from '../users/deleted-profile.js';
import type { ListActsInput, ListServersInput, ListUsersInput } from './schemas.js';

const { adminActs, channels, servers, sessions, users } = tables;

/** Any number; admin acts wait for each other, so that of two that remove each other's rights one is refused. */
const ADMIN_ACTS_LOCK = 7_252_838;

const userColumns = {
  id: users.id,
  username: users.username,
  displayName: users.displayName,
  email: users.email,
  bot: users.bot,
  botOwnerId: users.botOwnerId,
  admin: users.admin,
  createdAt: users.createdAt,
  deactivatedAt: users.deactivatedAt,
  externalId: users.externalId,
  metadata: users.metadata,
  // Written out: in a statement about one table, Drizzle names columns without it, and this would be the session's id.
  lastUsedAt: sql<string | null>`(select max(s.last_used_at) from ${sessions} s where s.user_id = users.id)`,
};
export type AdminUserRow = Awaited<ReturnType<typeof listUsers>>[number];

const serverColumns = {
  id: servers.id,
  name: servers.name,
  ownerId: servers.ownerId,
  ownerUsername: users.username,
  memberCount: servers.memberCount,
  channelCount: sql<number>`(select count(*)::int from ${channels} c where c.server_id = servers.id)`,
  createdAt: servers.createdAt,
};
export type AdminServerRow = Awaited<ReturnType<typeof listServers>>[number];
export type ActRow = InferSelectModel<typeof adminActs>;

/** Waits until no other admin act is under way, and holds the others off until the transaction ends. */
export async function lockAdminActs(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMIN_ACTS_LOCK})`);
}

const isActiveAdmin = and(users.admin, isNull(users.deactivatedAt), isNull(users.deletedAt));

/** The username of an active admin; null for anybody else. */
export async function findAdminName(q: Queryable, userId: string): Promise<string | null> {
  const [row] = await q
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.id, userId), isActiveAdmin));
  return row?.username ?? null;
}

export async function countActiveAdmins(q: Queryable): Promise<number> {
  const [row] = await q.select({ admins: count() }).from(users).where(isActiveAdmin);
  return row?.admins ?? 0;
}

/** People and bots, newest first. */
export function listUsers(q: Queryable, { query, username, externalId, ...page }: ListUsersInput) {
  return newestFirst(page, (order) =>
    q
      .select(userColumns)
      .from(users)
      .where(
        and(
          isNull(users.deletedAt),
          query === undefined
            ? undefined
            : or(beginsWith(users.username, query), beginsWith(users.email, query)),
          username === undefined ? undefined : sql`lower(${users.username}) = lower(${username})`,
          externalId === undefined ? undefined : eq(users.externalId, externalId),
          within(page, users.id),
        ),
      )
      .orderBy(order(users.id))
      .limit(page.limit),
  );
}

export async function findUser(q: Queryable, userId: string): Promise<AdminUserRow | null> {
  const [row] = await q
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return row ?? null;
}

/** The open sessions of a user, newest first. */
export function listSessions(q: Queryable, userId: string, now: Date) {
  return q
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), or(isNull(sessions.expiresAt), gt(sessions.expiresAt, now))))
    .orderBy(desc(sessions.id));
}

/** All servers, newest first. */
export function listServers(q: Queryable, { query, ...page }: ListServersInput) {
  return newestFirst(page, (order) =>
    q
      .select(serverColumns)
      .from(servers)
      .innerJoin(users, eq(users.id, servers.ownerId))
      .where(
        and(
          isNull(servers.deletedAt),
          query === undefined ? undefined : beginsWith(servers.name, query),
          within(page, servers.id),
        ),
      )
      .orderBy(order(servers.id))
      .limit(page.limit),
  );
}

export async function findServer(q: Queryable, serverId: string): Promise<AdminServerRow | null> {
  const [row] = await q
    .select(serverColumns)
    .from(servers)
    .innerJoin(users, eq(users.id, servers.ownerId))
    .where(and(eq(servers.id, serverId), isNull(servers.deletedAt)));
  return row ?? null;
}

export async function insertAct(tx: Transaction, row: InferInsertModel<typeof adminActs>): Promise<void> {
  await tx.insert(adminActs).values(row);
}

const actColumns = {
  ...getTableColumns(adminActs),
  actorName: unlessDeleted<string>(adminActs.actorId, adminActs.actorName),
  targetName: unlessDeleted<string>(adminActs.targetId, adminActs.targetName),
};

/** The audit log, newest first; nobody reads in it what a person was called whose account was deleted. */
export function listActs(q: Queryable, { targetId, ...page }: ListActsInput): Promise<ActRow[]> {
  return newestFirst(page, (order) =>
    q
      .select(actColumns)
      .from(adminActs)
      .where(
        and(
          targetId === undefined ? undefined : eq(adminActs.targetId, targetId),
          within(page, adminActs.id),
        ),
      )
      .orderBy(order(adminActs.id))
      .limit(page.limit),
  );
}

const beginsWith = (column: PgColumn, prefix: string): SQL =>
  sql`starts_with(lower(${column}), lower(${prefix}))`;
