import { type Database, newId, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, getTableColumns, type InferSelectModel, notExists, sql } from 'drizzle-orm';
import { newestFirst, within } from '../kernel/sql/newest-first.js';
import type { ServerActName } from '../protocol/records/server-act.js';
import { unlessDeleted } from '../users/deleted-profile.js';
import type { ListServerActsInput } from './schemas.js';

const { serverActs, servers, users } = tables;

export type ServerActRow = InferSelectModel<typeof serverActs>;

/** A line of the audit log before it is written. */
export interface NewAct {
  readonly serverId: string;
  readonly act: ServerActName;
  readonly target: { readonly id: string; readonly name: string | null };
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** Adds a line; its actor is named as they are called now. Null is who `actorName` names. */
export async function insertAct(
  tx: Transaction,
  { serverId, act, target, details }: NewAct,
  by: { readonly actorId: string | null; readonly actorName: string; readonly at: Date },
): Promise<void> {
  const nameOf = (id: string) =>
    sql<string>`(select ${users.username} from ${users} where ${users.id} = ${id})`;
  await tx.insert(serverActs).values({
    id: newId(),
    serverId,
    createdAt: by.at,
    actorId: by.actorId,
    actorName: by.actorId === null ? by.actorName : nameOf(by.actorId),
    act,
    targetId: target.id,
    targetName: target.name,
    details,
  });
}

const { actorId: byId, actorName, targetId: ofId, targetName } = serverActs;
const actColumns = {
  ...getTableColumns(serverActs),
  actorName: unlessDeleted<string>(byId, actorName),
  targetName: unlessDeleted<string | null>(ofId, targetName),
};

/** The lines of a server, newest first; nobody reads in it what a person was called whose account was deleted. */
export function listActs(q: Queryable, input: ListServerActsInput): Promise<ServerActRow[]> {
  const { serverId, actorId, targetId, ...page } = input;
  const { id } = serverActs;
  const isListed = and(
    eq(serverActs.serverId, serverId),
    actorId === undefined ? undefined : eq(serverActs.actorId, actorId),
    targetId === undefined ? undefined : eq(serverActs.targetId, targetId),
    within(page, id),
  );
  return newestFirst(page, (order) =>
    q.select(actColumns).from(serverActs).where(isListed).orderBy(order(id)).limit(page.limit),
  );
}

/** Few enough that one statement ends well within its time limit. */
const BATCH = 1000;

/** Removes the audit logs of servers that are no more. */
export async function purgeActs(db: Database): Promise<void> {
  const server = db.select({ id: servers.id }).from(servers).where(eq(servers.id, serverActs.serverId));
  for (;;) {
    const batch = db.select({ id: serverActs.id }).from(serverActs).where(notExists(server)).limit(BATCH);
    const deleted = await db
      .delete(serverActs)
      .where(sql`${serverActs.id} in ${batch}`)
      .returning({ id: serverActs.id });
    if (deleted.length < BATCH) return;
  }
}
