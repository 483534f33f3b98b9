import type { Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { serverStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import { isServerMember } from '../servers/access.js';
import { recordAct } from '../servers/audit-log.js';
import { lockJoiningUser } from '../users/access.js';
import { toUser } from '../users/record.js';
import { lockUserGroup } from './access.js';
import * as queries from './queries.js';
import { toUserGroup } from './record.js';
import type { UserGroupMemberInput } from './schemas.js';

/**
 * Adds a member of the server to a user group; one who is in it stays. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`,
 * `USER_GROUP_NOT_FOUND`, `MEMBER_NOT_FOUND` or `TOO_MANY_USER_GROUP_MEMBERS`.
 */
export async function addGroupMember(ctx: ActorContext, input: UserGroupMemberInput): Promise<void> {
  const userId = requireUuid(input.userId, 'MEMBER_NOT_FOUND');
  await transact(ctx, async (tx, emit) => {
    // The account before the streams, the order of all locks.
    const user = await lockJoiningUser(tx, userId);
    const group = await lockUserGroup(ctx, tx, input);
    const { id, serverId } = group;
    if (!user || !(await isServerMember(tx, serverId, userId))) throw new AppError('MEMBER_NOT_FOUND');
    if (await queries.isGroupMember(tx, id, userId)) return;
    const { membersPerUserGroup } = ctx.services.settings.quotas;
    requireQuota('membersPerUserGroup', group.memberCount, membersPerUserGroup);
    const { memberCount } = await queries.insertGroupMember(tx, id, userId);
    const data = { serverId, userGroupId: id, user: toUser(user), memberCount };
    await emit(serverStream(serverId), { type: 'user_group.member_added', data });
    const target = { id, name: group.handle };
    await recordAct(ctx, tx, { serverId, act: 'userGroup.memberAdded', target, details: { userId } });
  });
}

/**
 * Removes a member from a user group; for a member of the server who is not in it nothing happens. Throws
 * `SERVER_NOT_FOUND`, `ADMIN_REQUIRED`, `USER_GROUP_NOT_FOUND` or `MEMBER_NOT_FOUND`.
 */
export async function removeGroupMember(ctx: ActorContext, input: UserGroupMemberInput): Promise<void> {
  const userId = requireUuid(input.userId, 'MEMBER_NOT_FOUND');
  await transact(ctx, async (tx, emit) => {
    const { id, serverId, handle } = await lockUserGroup(ctx, tx, input);
    if (!(await isServerMember(tx, serverId, userId))) throw new AppError('MEMBER_NOT_FOUND');
    if (!(await queries.isGroupMember(tx, id, userId))) return;
    const { memberCount } = await queries.deleteGroupMember(tx, id, userId);
    const data = { serverId, userGroupId: id, userId, memberCount };
    await emit(serverStream(serverId), { type: 'user_group.member_removed', data });
    const target = { id, name: handle };
    await recordAct(ctx, tx, { serverId, act: 'userGroup.memberRemoved', target, details: { userId } });
  });
}

/**
 * Removes users who leave a server from its user groups. Their `member.left` says who; each group is published once, with
 * its new count. Call it under the server's lock.
 */
export async function leaveUserGroups(
  tx: Transaction,
  emit: Emit,
  serverId: string,
  userIds: readonly string[],
): Promise<void> {
  const changed = await queries.leaveGroupsOf(tx, serverId, userIds);
  const stream = serverStream(serverId);
  if (changed.length > 0)
    await emit(
      changed.map((row) => ({ stream, event: { type: 'user_group.updated', data: toUserGroup(row) } })),
    );
}
