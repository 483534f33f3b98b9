import type { Queryable } from '@palaver/db';
import { type Authorized, authorize } from '../kernel/actor.js';
import type { ActorContext } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import { type ServerAction, permits } from './permissions.js';
import { findServerAs, type ServerRow } from './queries.js';
import type { Role } from './schemas.js';

export type ServerAs = ServerRow & { readonly role: Role };

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
  return authorize({ ...found.server, role: found.role }, action);
}
