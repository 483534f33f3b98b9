import { type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, gt, type InferSelectModel, isNull, lt } from 'drizzle-orm';
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

/** A server and the role that the user has in it; null when there is no such server or the user is not in it. */
export async function findServerAs(
  q: Queryable,
  serverId: string,
  userId: string,
): Promise<{ server: ServerRow; role: Role } | null> {
  const [row] = await q
    .select({ server: servers, role: serverMembers.role })
    .from(serverMembers)
    .innerJoin(servers, eq(servers.id, serverMembers.serverId))
    .where(
      and(eq(serverMembers.serverId, serverId), eq(serverMembers.userId, userId), isNull(servers.deletedAt)),
    )
    .prepare('servers_find_as')
    .execute();
  return row ?? null;
}

/** The servers that the user is in, newest first. */
export function listServersOf(q: Queryable, userId: string, page: Page): Promise<ServerRow[]> {
  return newestFirst(page, async (order) => {
    const rows = await q
      .select({ server: servers })
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
      .limit(page.limit);
    return rows.map((row) => row.server);
  });
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
