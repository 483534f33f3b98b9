import type { Queryable, Transaction } from '@palaver/db';
import { lockStream } from '../events/log.js';
import { serverStream } from '../events/streams.js';
import { type Authorized, authorize } from '../kernel/actor.js';
import type { ActorContext } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import { findRole, serverIdsOf } from './member-queries.js';
import { may, permits, type ServerAction } from './permissions.js';
import {
  type AskedServer,
  findMemberships,
  findServerAs,
  type MembershipAs,
  type ServerRow,
} from './queries.js';
import type { Role } from './schemas.js';

/** A server, the actor's role in it, and the place in its stream that this is true at. */
export type ServerAs = ServerRow & { readonly role: Role; readonly seq: number };

/** What an access function needs of a request; a test or a socket can provide it as well. */
export type Asking = Pick<ActorContext, 'actor'> & { readonly db: Queryable };

/**
 * Fetches a server that the actor is in and may do `action` to, with the actor's role.
 * Throws `SERVER_NOT_FOUND` for whoever is not a member, `ADMIN_REQUIRED` or `OWNER_REQUIRED` for a member.
 */
export async function accessServer<Action extends ServerAction>(
  ctx: Asking,
  serverId: string,
  action: Action,
): Promise<Authorized<ServerAs, Action>> {
  const found = await findServerAs(ctx.db, knownId(serverId, 'SERVER_NOT_FOUND'), ctx.actor.userId);
  if (!found) throw new AppError('SERVER_NOT_FOUND');
  permits(found.role, action);
  return authorize({ ...found.server, role: found.role, seq: found.seq }, action);
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
 * `accessServer` inside a write, and under the server's lock: what is true now stays true until the transaction ends, so
 * that two who change members, roles or channels at once cannot both act on what they saw before.
 */
export async function lockServer<Action extends ServerAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  serverId: string,
  action: Action,
): Promise<Authorized<ServerAs, Action>> {
  await lockStream(tx, serverStream(knownId(serverId, 'SERVER_NOT_FOUND')));
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
