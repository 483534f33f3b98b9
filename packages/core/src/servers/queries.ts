import { prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { headOf } from '../events/located.js';
import { newestFirst } from '../kernel/newest-first.js';
import type { Page } from '../kernel/pagination.js';
import type { PublicUserRow } from '../users/record.js';
import type { Role } from './schemas.js';

const { servers, serverMembers } = tables;

export type ServerRow = InferSelectModel<typeof servers>;
export type InviteRow = InferSelectModel<typeof tables.invites>;
export interface MemberRow {
  serverId: string;
  role: Role;
  joinedAt: Date;
  user: PublicUserRow;
}

/**
 * Makes a prepared statement that finds a living server, the role that the user has in it, and `value`, which may refer
 * to the columns of `servers`; null when there is no such server or the user is not in it.
 */
export function findServerWith<Value>(name: string, value: SQL<Value>) {
  const { placeholder } = sql;
  const statement = prepared((q) =>
    q
      .select({ server: servers, role: serverMembers.role, value })
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
  ): Promise<{ server: ServerRow; role: Role; value: Value } | null> => {
    const [row] = await statement(q).execute({ ...parameters, ...as });
    return row ?? null;
  };
}

export interface ListedServer {
  readonly server: ServerRow;
  /** How far the streams of the server and of the user reached. */
  readonly seq: number;
  readonly userSeq: number;
}

/** The servers that the user is in, newest first. */
export function listServersOf(q: Queryable, userId: string, page: Page): Promise<ListedServer[]> {
  return newestFirst(page, (order) =>
    q
      .select({ server: servers, seq: headOf(servers.id), userSeq: headOf(userId) })
      .from(serverMembers)
      .innerJoin(servers, eq(servers.id, serverMembers.serverId))
      .where(
        and(
          eq(serverMembers.userId, userId),
          isNull(servers.deletedAt),
          page.before === undefined ? undefined : lt(serverMembers.serverId, page.before),
          page.after === undefined ? undefined : gt(serverMembers.serverId, page.after),
        ),
      )
      .orderBy(order(serverMembers.serverId))
      .limit(page.limit),
  );
}

export async function insertServer(tx: Transaction, row: Omit<ServerRow, 'deletedAt'>): Promise<void> {
  await tx.insert(servers).values(row);
}

/** Changes the given columns and returns the server as it is then. */
export async function updateServer(
  tx: Transaction,
  serverId: string,
  changes: Partial<Pick<ServerRow, 'name' | 'ownerId' | 'deletedAt'>>,
): Promise<ServerRow> {
  const [row] = await tx.update(servers).set(changes).where(eq(servers.id, serverId)).returning();
  if (!row) throw new Error(`server ${serverId} vanished inside its transaction`);
  return row;
}
