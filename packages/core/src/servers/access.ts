import { type Queryable, type Transaction, tables } from '@palaver/db';
import type { SQL } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { lockStream } from '../log/append.js';
import { headOf } from '../log/snapshot.js';
import { serverStream } from '../log/streams.js';
import { type ActorContext, type ReadContext, within } from '../procedures/context.js';
import type { Role } from '../protocol/records/server.js';
import { commonServerIds, findRole, serverIdsOf } from './member-queries.js';
import {
  may,
  requireNoTimeout,
  requireOutranked,
  requirePermission,
  type ServerAction,
} from './permissions.js';
import {
  findMemberships,
  findServerWith,
  type MembershipSnapshot,
  type ServerLookup,
  type ServerRow,
} from './queries.js';

export { findAdmins } from './member-queries.js';
export { runningTimeout } from './timeout-queries.js';

/** A server, the actor's role and time-out in it, and the position of the server's stream when both were read. */
export type ServerAccess = ServerRow & {
  readonly role: Role;
  readonly timedOutUntil: string | null;
  readonly seq: number;
};

/**
 * Makes a read of a value in a server that checks the actor's membership in the same statement: one round trip, which
 * sees one instant. `value` may refer to `servers`; ids among the parameters must be well formed. The read throws
 * `SERVER_NOT_FOUND` for an actor who is not a member.
 */
export function readInServer<Value>(name: string, value: SQL<Value>) {
  const find = findServerWith(name, value);
  return async (ctx: ReadContext, serverId: string, parameters: Readonly<Record<string, unknown>> = {}) => {
    const server = requireUuid(serverId, 'SERVER_NOT_FOUND');
    const found = await find(ctx.services.db, { server, user: ctx.actor.userId }, parameters);
    if (!found) throw new AppError('SERVER_NOT_FOUND');
    return found;
  };
}

const readHead = readInServer('servers_find_as', headOf(tables.servers.id));

/**
 * Fetches a server that the actor is in and may do `action` to, with the actor's role.
 * Throws `SERVER_NOT_FOUND` for an actor who is not a member, `MODERATOR_REQUIRED`, `ADMIN_REQUIRED`, `OWNER_REQUIRED` or
 * `TIMED_OUT` for a member.
 */
export async function accessServer<Action extends ServerAction>(
  ctx: ReadContext,
  serverId: string,
  action: Action,
): Promise<Authorized<ServerAccess, Action>> {
  const { server, role, timedOutUntil, value: seq } = await readHead(ctx, serverId);
  requirePermission(role, action);
  requireNoTimeout(timedOutUntil, action);
  return authorize({ role, timedOutUntil, seq, ...server }, action);
}

/**
 * `accessServer` for reading, for many users and servers at once: in the order of the look-ups, null where
 * `accessServer` would throw. The ids must be well formed.
 */
export async function readableServers(
  q: Queryable,
  lookups: readonly ServerLookup[],
): Promise<Array<Authorized<MembershipSnapshot, 'read'> | null>> {
  const found = await findMemberships(q, lookups);
  return found.map((membership) =>
    membership && may(membership.role, 'read') ? authorize(membership, 'read') : null,
  );
}

/**
 * The same as `accessServer` inside a write, and under the server's lock: what it returns stays true until the
 * transaction ends, so that of two changes of members, roles or channels at once the second sees the first.
 */
export async function lockServer<Action extends ServerAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  serverId: string,
  action: Action,
): Promise<Authorized<ServerAccess, Action>> {
  await lockStream(tx, serverStream(requireUuid(serverId, 'SERVER_NOT_FOUND')));
  return accessServer(within(tx, ctx), serverId, action);
}

/** Throws what `requireOutranked` does where a user is a member with the role of the actor or a higher one. */
export async function requireAbove(
  q: Queryable,
  { id, role }: Pick<ServerAccess, 'id' | 'role'>,
  userId: string,
): Promise<void> {
  const other = await findRole(q, id, userId);
  if (other !== null) requireOutranked(role, other);
}

/** Whether a user is in a server. */
export async function isServerMember(q: Queryable, serverId: string, userId: string): Promise<boolean> {
  return (await findRole(q, serverId, userId)) !== null;
}

/** The servers that two users are in together, the oldest first, as many as are asked for. */
export function commonServersOf(
  q: Queryable,
  userId: string,
  otherId: string,
  limit: number,
): Promise<string[]> {
  return commonServerIds(q, userId, otherId, limit);
}

/** The servers that a user is in. */
export function serversOf(q: Queryable, userId: string): Promise<string[]> {
  return serverIdsOf(q, userId);
}
