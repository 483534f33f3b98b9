import { plainArrayLiteral, type Queryable, statement, type Transaction } from '@palaver/db';
import { sql } from 'drizzle-orm';
import type { Pair, Shown } from './pairs.js';

/** Any constant, the same on every node. */
const PRESENCE_LOCK = 7_252_839;

/**
 * Held by whoever adds or removes rows: of two nodes that do so at once, one would otherwise not see the first row of
 * the other, or that its own was the last.
 */
export async function lockPresence(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PRESENCE_LOCK})`);
}

interface PairRow {
  readonly server_id: string;
  readonly user_id: string;
}

const GIVEN = `given as (
  select * from unnest($1::text::uuid[], $2::text::uuid[]) as given (server_id, user_id))`;

/** Of the given pairs, those that no other node shows as active: with such a one, this node changes nothing. */
const OF_NO_OTHER = `
  select server_id, user_id from given where not exists (
    select from presence other
    where other.server_id = given.server_id and other.user_id = given.user_id and other.node_id <> $3::uuid
      and not other.idle)`;

const add = statement<PairRow>(`
  with given as (
    select * from unnest($1::text::uuid[], $2::text::uuid[], $4::text::boolean[]) as given (server_id, user_id, idle)
  ), added as (
    insert into presence (server_id, user_id, node_id, idle) select server_id, user_id, $3::uuid, idle from given
    on conflict (server_id, user_id, node_id) do update set idle = excluded.idle
    where presence.idle <> excluded.idle)
  ${OF_NO_OTHER}`);

const remove = statement<PairRow>(`
  with ${GIVEN}, removed as (
    delete from presence using given
    where presence.server_id = given.server_id and presence.user_id = given.user_id and node_id = $3::uuid)
  ${OF_NO_OTHER}`);

/** A pair, and how it is shown. */
export interface ShownPair extends Pair {
  readonly shown: Shown;
}

/**
 * Writes a node's rows, also where they stand already. Returns the pairs that no other node shows as active. Call it under
 * the lock.
 */
export async function addRows(q: Queryable, nodeId: string, pairs: readonly ShownPair[]): Promise<Pair[]> {
  const idle = plainArrayLiteral(pairs.map(({ shown }) => String(shown === 'idle')));
  return toPairs(await add(q, [...columnsOf(pairs), nodeId, idle]));
}

/**
 * Removes a node's rows, also where they are gone already. Returns the pairs that no other node shows as active. Call it
 * under the lock.
 */
export async function removeRows(q: Queryable, nodeId: string, pairs: readonly Pair[]): Promise<Pair[]> {
  return toPairs(await remove(q, [...columnsOf(pairs), nodeId]));
}

const removeAny = statement<PairRow & { readonly last: boolean }>(`
  with removed as (
    delete from presence where ctid = any(array(select ctid from presence where node_id = $1::uuid limit $2::int))
    returning server_id, user_id)
  select server_id, user_id, not exists (
    select from presence other
    where other.server_id = removed.server_id and other.user_id = removed.user_id and other.node_id <> $1::uuid
      and not other.idle
  ) as last from removed`);

/**
 * Removes up to `limit` rows of a node. Returns how many, and the pairs that no other node shows as active. Call it under
 * the lock.
 */
export async function removeSomeRows(
  q: Queryable,
  nodeId: string,
  limit: number,
): Promise<{ removed: number; last: Pair[] }> {
  const rows = await removeAny(q, [nodeId, String(limit)]);
  return { removed: rows.length, last: toPairs(rows.filter(({ last }) => last)) };
}

const nodeIds = statement<{ readonly node_id: string }>(`
  with recursive ids as (
    (select node_id from presence order by node_id limit 1)
    union all
    select (select next.node_id from presence next where next.node_id > ids.node_id order by next.node_id limit 1)
    from ids where ids.node_id is not null)
  select node_id from ids where node_id is not null`);

/** The nodes that have rows, by one search of the index for each. */
export async function findNodeIds(q: Queryable): Promise<Set<string>> {
  return new Set((await nodeIds(q, [])).map(({ node_id }) => node_id));
}

const online = statement<PairRow & { readonly idle: boolean }>(`
  select server.id as server_id, online.user_id, online.idle
  from unnest($1::text::uuid[]) as server (id) cross join lateral (
    select user_id, bool_and(idle) as idle from presence where server_id = server.id
    group by user_id order by user_id limit $2::int) as online`);

/** Who is online in each server, on any node, and how they are shown: up to `limit` of each. */
export async function findOnline(
  q: Queryable,
  serverIds: readonly string[],
  limit: number,
): Promise<Map<string, Map<string, Shown>>> {
  const found = new Map(serverIds.map((id) => [id, new Map<string, Shown>()]));
  for (const row of await online(q, [plainArrayLiteral(serverIds), String(limit)])) {
    found.get(row.server_id)?.set(row.user_id, row.idle ? 'idle' : 'active');
  }
  return found;
}

const readPairs = statement<PairRow & { readonly idle: boolean | null; readonly filled: boolean }>(`
  with ${GIVEN}
  select server_id, user_id, (
    select bool_and(idle) from presence where presence.server_id = given.server_id and presence.user_id = given.user_id
  ) as idle, (select exists (select from presence where node_id = $3::uuid)) as filled
  from given`);

/** How the pairs are shown on all nodes together, null for one on none, and whether the node has any row: at one instant. */
export async function findPairs(
  q: Queryable,
  nodeId: string,
  pairs: readonly Pair[],
): Promise<ReadonlyArray<Pair & { readonly shown: Shown | null; readonly filled: boolean }>> {
  const rows = await readPairs(q, [...columnsOf(pairs), nodeId]);
  return rows.map(({ server_id: serverId, user_id: userId, idle, filled }) => ({
    serverId,
    userId,
    shown: idle === null ? null : idle ? 'idle' : 'active',
    filled,
  }));
}

function columnsOf(pairs: readonly Pair[]): [string, string] {
  return [
    plainArrayLiteral(pairs.map(({ serverId }) => serverId)),
    plainArrayLiteral(pairs.map(({ userId }) => userId)),
  ];
}

function toPairs(rows: readonly PairRow[]): Pair[] {
  return rows.map(({ server_id: serverId, user_id: userId }) => ({ serverId, userId }));
}
