import { arrayLiteral, prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, count, desc, eq, type InferSelectModel, isNull, type SQL, sql } from 'drizzle-orm';
import { headOf } from '../log/snapshot.js';
import type { Role } from '../protocol/records/server.js';
import type { PublicUserRow } from '../users/record.js';
import { runningTimeout } from './timeout-queries.js';

const { servers, serverMembers } = tables;

export type ServerRow = InferSelectModel<typeof servers>;
export type InviteRow = InferSelectModel<typeof tables.invites>;
export interface MemberRow {
  serverId: string;
  role: Role;
  joinedAt: Date;
  timedOutUntil: Date | null;
  user: PublicUserRow;
}

/** A server, a user's role and time-out in it, and the value that the statement selected. */
export interface FoundServer<Value> {
  readonly server: ServerRow;
  readonly role: Role;
  readonly timedOutUntil: string | null;
  readonly value: Value;
}

/**
 * Makes a prepared statement that finds a server, the role that the user has in it, and `value`, which may refer to the
 * columns of `servers`; null when the server does not exist or was deleted, or the user is not in it.
 */
export function findServerWith<Value>(name: string, value: SQL<Value>) {
  const { placeholder } = sql;
  const statement = prepared((q) =>
    q
      .select({
        server: servers,
        role: serverMembers.role,
        timedOutUntil: runningTimeout(serverMembers.timedOutUntil),
        value,
      })
      .from(serverMembers)
      .innerJoin(servers, eq(servers.id, serverMembers.serverId))
      .where(
        and(
          eq(serverMembers.serverId, placeholder('server')),
          eq(serverMembers.userId, placeholder('user')),
          isNull(servers.deletedAt),
        ),
      )
      .prepare(name),
  );
  return async (
    q: Queryable,
    as: { readonly server: string; readonly user: string },
    parameters: Readonly<Record<string, unknown>> = {},
  ): Promise<FoundServer<Value> | null> => {
    const [row] = await statement(q).execute({ server: as.server, user: as.user, ...parameters });
    return row ?? null;
  };
}

/** The membership of a user in a server, which may not exist. */
export interface ServerLookup {
  readonly userId: string;
  readonly serverId: string;
}

/** A user's role in a server, and the position of the server's stream when it was read. */
export interface MembershipSnapshot {
  readonly id: string;
  readonly role: Role;
  readonly seq: number;
}

const memberships = prepared((q) =>
  q
    .select({
      n: sql<number>`asked.n`.mapWith(Number),
      id: servers.id,
      role: serverMembers.role,
      seq: headOf(servers.id),
    })
    .from(
      sql`unnest(${sql.placeholder('serverIds')}::uuid[], ${sql.placeholder('userIds')}::uuid[]) with ordinality asked(server_id, user_id, n)`,
    )
    .innerJoin(
      serverMembers,
      and(sql`${serverMembers.serverId} = asked.server_id`, sql`${serverMembers.userId} = asked.user_id`),
    )
    .innerJoin(servers, and(eq(servers.id, serverMembers.serverId), isNull(servers.deletedAt)))
    .prepare('servers_memberships'),
);

/** The roles of many users in many servers, all at one instant; in the order of the look-ups, null for no membership. */
export async function findMemberships(
  q: Queryable,
  lookups: readonly ServerLookup[],
): Promise<Array<MembershipSnapshot | null>> {
  const rows = await memberships(q).execute({
    serverIds: arrayLiteral(lookups.map(({ serverId }) => serverId)),
    userIds: arrayLiteral(lookups.map(({ userId }) => userId)),
  });
  const found = new Map(rows.map(({ n, ...membership }) => [n, membership]));
  return lookups.map((_, index) => found.get(index + 1) ?? null);
}

export interface ListedServer {
  readonly server: ServerRow;
  /** The positions of the streams of the server and of the user. */
  readonly seq: number;
  readonly userSeq: number;
}

const own = prepared((q) => {
  const [user, externalId] = [sql.placeholder('user'), sql.placeholder('externalId')];
  return q
    .select({ server: servers, seq: headOf(servers.id), userSeq: headOf(sql`${user}::uuid`) })
    .from(serverMembers)
    .innerJoin(servers, eq(servers.id, serverMembers.serverId))
    .where(
      and(
        eq(serverMembers.userId, user),
        isNull(servers.deletedAt),
        sql`(${externalId}::text is null or ${servers.externalId} = ${externalId}::text)`,
      ),
    )
    .orderBy(desc(serverMembers.serverId))
    .prepare('servers_list');
});

/** All servers that the user is in, newest first; with an external id, that one alone. */
export function listServersOf(
  q: Queryable,
  userId: string,
  externalId?: string | undefined,
): Promise<ListedServer[]> {
  return own(q).execute({ user: userId, externalId: externalId ?? null });
}

export async function insertServer(tx: Transaction, row: Omit<ServerRow, 'deletedAt'>): Promise<void> {
  await tx.insert(servers).values(row);
}

/** Changes the given columns and returns the changed server. */
export async function updateServer(
  tx: Transaction,
  serverId: string,
  changes: Partial<Omit<ServerRow, 'id'>>,
): Promise<ServerRow> {
  const [row] = await tx.update(servers).set(changes).where(eq(servers.id, serverId)).returning();
  if (!row) throw new Error(`server ${serverId} vanished inside its transaction`);
  return row;
}

/** A server that has not been deleted. */
export async function findServer(q: Queryable, serverId: string): Promise<ServerRow | null> {
  const [row] = await q
    .select()
    .from(servers)
    .where(and(eq(servers.id, serverId), isNull(servers.deletedAt)));
  return row ?? null;
}

/** The path of the icon of a server, also of one that was deleted and is still stored. */
export async function findIconPath(q: Queryable, serverId: string): Promise<string | null> {
  const [row] = await q.select({ path: servers.iconPath }).from(servers).where(eq(servers.id, serverId));
  return row?.path ?? null;
}

/** How many servers a user is in. */
export async function countServersOf(q: Queryable, userId: string): Promise<number> {
  const [row] = await q
    .select({ servers: count() })
    .from(serverMembers)
    .innerJoin(servers, eq(servers.id, serverMembers.serverId))
    .where(and(eq(serverMembers.userId, userId), isNull(servers.deletedAt)));
  return row?.servers ?? 0;
}

/** How many servers a person owns. */
export function countServersOwnedBy(q: Queryable, userId: string): Promise<number> {
  return q.$count(servers, and(eq(servers.ownerId, userId), isNull(servers.deletedAt)));
}
