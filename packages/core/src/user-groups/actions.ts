import { newId, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import { serverStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { UserGroup } from '../protocol/records/user-group.js';
import { isServerMember, lockServer } from '../servers/access.js';
import { changedFields, recordAct } from '../servers/audit-log.js';
import { accessUsersNamed } from '../users/access.js';
import { lockUserGroup } from './access.js';
import * as queries from './queries.js';
import { toUserGroup } from './record.js';
import type { CreateUserGroupInput, UpdateUserGroupInput, UserGroupInput } from './schemas.js';

const TAKEN = { user_groups_handle_key: 'HANDLE_TAKEN' } as const;

/** Creates a user group without members. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`, `HANDLE_TAKEN` or `TOO_MANY_USER_GROUPS`. */
export function createUserGroup(ctx: ActorContext, input: CreateUserGroupInput): Promise<UserGroup> {
  const { serverId, handle, name = handle } = input;
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      await lockServer(ctx, tx, serverId, 'manageUserGroups');
      const groups = await queries.countUserGroups(tx, serverId);
      requireQuota('userGroupsPerServer', groups, ctx.services.settings.quotas.userGroupsPerServer);
      await requireFreeHandle(tx, serverId, handle);
      const fresh = { id: newId(), serverId, handle, name, memberCount: 0 };
      const row = { ...fresh, createdBy: ctx.actor.userId, createdAt: ctx.services.clock.now() };
      await queries.insertUserGroup(tx, row);
      const group = toUserGroup(row);
      await emit(serverStream(serverId), { type: 'user_group.created', data: group });
      await recordAct(ctx, tx, { serverId, act: 'userGroup.created', target: { id: row.id, name: handle } });
      return group;
    }),
  );
}

/**
 * Changes the given fields of a user group; a change of nothing is not published. Throws `SERVER_NOT_FOUND`,
 * `ADMIN_REQUIRED`, `USER_GROUP_NOT_FOUND` or `HANDLE_TAKEN`.
 */
export function updateUserGroup(ctx: ActorContext, input: UpdateUserGroupInput): Promise<UserGroup> {
  const { handle, name } = input;
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const group = await lockUserGroup(ctx, tx, input);
      const { id, serverId } = group;
      const changes = changesOf(group, { handle, name });
      if (isEmpty(changes)) return toUserGroup(group);
      if (changes.handle !== undefined) await requireFreeHandle(tx, serverId, changes.handle);
      const updated = toUserGroup(await queries.updateUserGroupRow(tx, id, changes));
      await emit(serverStream(serverId), { type: 'user_group.updated', data: updated });
      const target = { id, name: group.handle };
      await recordAct(ctx, tx, {
        serverId,
        act: 'userGroup.updated',
        target,
        details: changedFields(changes),
      });
      return updated;
    }),
  );
}

/** Deletes a user group. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or `USER_GROUP_NOT_FOUND`. */
export async function deleteUserGroup(ctx: ActorContext, input: UserGroupInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const { id, serverId, handle } = await lockUserGroup(ctx, tx, input);
    await queries.deleteUserGroup(tx, id);
    await emit(serverStream(serverId), { type: 'user_group.deleted', data: { id, serverId } });
    await recordAct(ctx, tx, { serverId, act: 'userGroup.deleted', target: { id, name: handle } });
  });
}

/** A text that names a member must not name a group. Call it under the server's lock. */
async function requireFreeHandle(tx: Transaction, serverId: string, handle: string): Promise<void> {
  const userId = (await accessUsersNamed(tx, [handle.toLowerCase()])).get(handle.toLowerCase());
  if (userId !== undefined && (await isServerMember(tx, serverId, userId)))
    throw new AppError('HANDLE_TAKEN');
}
