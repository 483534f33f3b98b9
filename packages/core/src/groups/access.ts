import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import { accessServer, lockServer } from '../servers/access.js';
import type { ServerAction } from '../servers/permissions.js';
import { findGroup } from './queries.js';
import type { GroupRow } from './record.js';

/**
 * Fetches a channel group of a server in which the actor may do `action`. Inside a write, give the transaction as
 * `db` and hold the server's lock: groups change under it only.
 * Throws what `accessServer` does, and `GROUP_NOT_FOUND` also for a group of another server.
 */
export async function accessGroup<Action extends ServerAction>(
  ctx: ReadContext,
  serverId: string,
  groupId: string,
  action: Action,
): Promise<Authorized<GroupRow, Action>> {
  const server = await accessServer(ctx, serverId, action);
  const group = await findGroup(ctx.db, server.id, requireUuid(groupId, 'GROUP_NOT_FOUND'));
  if (!group) throw new AppError('GROUP_NOT_FOUND');
  return authorize(group, action);
}

/** The same inside a write, and under the server's lock. Throws what `accessGroup` does. */
export async function lockGroup<Action extends ServerAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  serverId: string,
  groupId: string,
  action: Action,
): Promise<Authorized<GroupRow, Action>> {
  await lockServer(ctx, tx, serverId, action);
  return accessGroup({ actor: ctx.actor, db: tx }, serverId, groupId, action);
}
