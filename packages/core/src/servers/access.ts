import { type Queryable, type Transaction, tables } from '@palaver/db';
import type { SQL } from 'drizzle-orm';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import { lockStream } from '../log/append.js';
import { headOf } from '../log/snapshot.js';
import { serverStream } from '../log/streams.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import type { Role } from '../protocol/records/server.js';
import { findRole, serverIdsOf } from './member-queries.js';
import { may, permits, type ServerAction } from './permissions.js';
import {
  type AskedServer,
  findMemberships,
  findServerWith,
  type MembershipAs,
  type ServerRow,
} from './queries.js';

/** A server, the actor's role in it, and the place in its stream that this is true at. */
export type ServerAs = ServerRow & { readonly role: Role; readonly seq: number };

/**
 * Makes a read of something in a server that finds the actor's role there in the same statement: one round trip, true at
 * one instant, and of a server that the actor is not in nothing is found. `value` may refer to `servers`; ids among the
 * parameters are well formed. The read throws `SERVER_NOT_FOUND`.
 */
export function readInServer<Value>(name: string, value: SQL<Value>) {
  const find = findServerWith(name, value);
  return async (ctx: ReadContext, serverId: string, parameters: Readonly<Record<string, unknown>> = {}) => {
    const server = requireUuid(serverId, 'SERVER_NOT_FOUND');
    const found = await find(ctx.db, { server, user: ctx.actor.userId }, parameters);
    if (!found) throw new AppError('SERVER_NOT_FOUND');
    return found;
  };
}

const readHead = readInServer('servers_find_as', headOf(tables.servers.id));

/**
 * Fetches a server that the actor is in and may do `action` to, with the actor's role.
 * Throws `SERVER_NOT_FOUND` for whoever is not a member, `ADMIN_REQUIRED` or `OWNER_REQUIRED` for a member.
 */
export async function accessServer<Action extends ServerAction>(
  ctx: ReadContext,
  serverId: string,
  action: Action,
): Promise<Authorized<ServerAs, Action>> {
  const { server, role, value: seq } = await readHead(ctx, serverId);
  permits(role, action);
  return authorize({ ...server, role, seq }, action);
}

/**
 * The same to read, for many people and servers at once: in the order asked, null wherever `accessServer` would
 * throw. The ids must be well formed.
 */
export async function readableServers(
  q: Queryable,
  asked: readonly AskedServer[],
): Promise<Array<Authorized<MembershipAs, 'read'> | null>> {
  const found = await findMemberships(q, asked);
  return found.map((membership) =>
    membership && may(membership.role, 'read') ? authorize(membership, 'read') : null,
  );
}

/**
 * The same as `accessServer` inside a write, and under the server's lock: what is true now stays true until the transaction ends, so
 * that two who change members, roles or channels at once cannot both act on what they saw before.
 */
export async function lockServer<Action extends ServerAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  serverId: string,
  action: Action,
): Promise<Authorized<ServerAs, Action>> {
  await lockStream(tx, serverStream(requireUuid(serverId, 'SERVER_NOT_FOUND')));
  return accessServer({ actor: ctx.actor, db: tx }, serverId, action);
}

/** Whether a user is in a server. */
export async function isServerMember(q: Queryable, serverId: string, userId: string): Promise<boolean> {
  return (await findRole(q, serverId, userId)) !== null;
}

/** The living servers that a user is in, in the order in which their locks are taken. */
export function serversOf(q: Queryable, userId: string): Promise<string[]> {
  return serverIdsOf(q, userId);
}
