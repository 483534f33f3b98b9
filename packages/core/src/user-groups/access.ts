import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { type Authorized, authorize } from '../kernel/services/actor.js';
import type { ActorContext, ReadContext } from '../procedures/context.js';
import { accessServer, lockServer } from '../servers/access.js';
import { findUserGroup } from './queries.js';
import type { UserGroupRow } from './record.js';
import type { UserGroupInput } from './schemas.js';

export { findUserGroupsNamed } from './queries.js';

/** Fetches a user group of a server that the actor is in. Throws `SERVER_NOT_FOUND` or `USER_GROUP_NOT_FOUND`. */
export async function accessUserGroup(
  ctx: ReadContext,
  { serverId, userGroupId }: UserGroupInput,
): Promise<Authorized<UserGroupRow, 'read'>> {
  const server = await accessServer(ctx, serverId, 'read');
  const group = await findUserGroup(
    ctx.services.db,
    server.id,
    requireUuid(userGroupId, 'USER_GROUP_NOT_FOUND'),
  );
  if (!group) throw new AppError('USER_GROUP_NOT_FOUND');
  return authorize(group, 'read');
}

/**
 * The same for an actor who may manage the groups, inside a write and under the server's lock: groups and their members
 * change under it only. Throws `ADMIN_REQUIRED` as well.
 */
export async function lockUserGroup(
  ctx: Pick<ActorContext, 'actor'>,
  tx: Transaction,
  { serverId, userGroupId }: UserGroupInput,
): Promise<Authorized<UserGroupRow, 'manage'>> {
  const server = await lockServer(ctx, tx, serverId, 'manageUserGroups');
  const group = await findUserGroup(tx, server.id, requireUuid(userGroupId, 'USER_GROUP_NOT_FOUND'));
  if (!group) throw new AppError('USER_GROUP_NOT_FOUND');
  return authorize(group, 'manage');
}
