import { tables } from '@palaver/db';
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { HIGHEST_ID, LOWEST_ID } from '../kernel/schema/ids.js';
import type { Page } from '../kernel/schema/pagination.js';
import { type AsJson, jsonColumns, jsonList } from '../kernel/sql/json-rows.js';
import { headOf } from '../log/snapshot.js';
import type { ReadContext } from '../procedures/context.js';
import { type PublicUserJson, usersJson } from '../users/record.js';
import { readInServer } from './access.js';
import type { MemberRow } from './queries.js';

const { servers, serverMembers } = tables;
const { placeholder } = sql;

const memberColumns = {
  userId: serverMembers.userId,
  role: serverMembers.role,
  joinedAt: serverMembers.joinedAt,
  timedOutUntil: serverMembers.timedOutUntil,
};

/** A page of a server's members, and their profiles. */
export interface MemberPageJson {
  /** The position of the server's stream. */
  readonly headSeq: number;
  readonly members: ReadonlyArray<
    AsJson<Pick<MemberRow, 'role' | 'joinedAt' | 'timedOutUntil'>> & { readonly userId: string }
  >;
  /** In no order. */
  readonly users: readonly PublicUserJson[];
}

const readDown = readInServer('servers_members_down', selectPage(desc(serverMembers.userId)));
const readUp = readInServer('servers_members_up', selectPage(asc(serverMembers.userId)));

/**
 * The members of a server that the actor is in, newest account first, which is the order of the primary key.
 * Throws `SERVER_NOT_FOUND`.
 */
export async function listMembers(ctx: ReadContext, serverId: string, page: Page): Promise<MemberPageJson> {
  const { before = HIGHEST_ID, after = LOWEST_ID, limit } = page;
  // A page after a cursor is next to it, so it is read upwards from there and then reversed.
  if (page.after === undefined) return (await readDown(ctx, serverId, { before, after, limit })).value;
  const { value } = await readUp(ctx, serverId, { before, after, limit });
  return { ...value, members: value.members.toReversed() };
}

function selectPage(order: SQL): SQL<MemberPageJson> {
  const { userId } = serverMembers;
  const bounds = and(
    eq(serverMembers.serverId, servers.id),
    lt(userId, placeholder('before')),
    gt(userId, placeholder('after')),
  );
  return sql`(
    with page as (
      select ${jsonColumns(memberColumns)} from ${serverMembers} where ${bounds}
      order by ${order} limit ${placeholder('limit')})
    select json_build_object(
      'headSeq', ${headOf(servers.id)},
      'members', ${jsonList(sql`page`)},
      'users', ${usersJson(sql`select "userId" from page`)}))`;
}
