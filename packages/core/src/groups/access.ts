import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext } from '../procedures/context.js';
import { lockServer } from '../servers/access.js';
import type { ServerAction } from '../servers/permissions.js';
import { findGroup } from './queries.js';
import type { GroupRow } from './record.js';

export { isGroupOf } from './queries.js';

/**
 * Fetches a channel group of a server in which the actor may do `action`, inside a write and under the server's lock:
 * groups change under it only. Throws what `lockServer` does, and `GROUP_NOT_FOUND` also for a group of another server.
 */
export async function lockGroup<Action extends ServerAction>(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  serverId: string,
  groupId: string,
  action: Action,
): Promise<Authorized<GroupRow, Action>> {
  const server = await lockServer(ctx, tx, serverId, action);
  const group = await findGroup(tx, server.id, requireUuid(groupId, 'GROUP_NOT_FOUND'));
  if (!group) throw new AppError('GROUP_NOT_FOUND');
  return authorize(group, action);
}
