import { newId } from '@palaver/db';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { changesOf, isEmpty } from '../kernel/schema/changes.js';
import { isUuid } from '../kernel/schema/ids.js';
import { serverStream } from '../log/streams.js';
import { transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { ChannelGroup } from '../protocol/records/group.js';
import { lockServer } from '../servers/access.js';
import { changedFields, recordAct } from '../servers/audit-log.js';
import { lockGroup } from './access.js';
import * as queries from './queries.js';
import { toGroup } from './record.js';
import type { CreateGroupInput, GroupInput, UpdateGroupInput } from './schemas.js';

/**
 * Creates a channel group, after all others of its server. Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or
 * `TOO_MANY_GROUPS`.
 */
export async function createGroup(ctx: ActorContext, input: CreateGroupInput): Promise<ChannelGroup> {
  const { serverId, name } = input;
  return transact(ctx, async (tx, emit) => {
    await lockServer(ctx, tx, serverId, 'manageGroups');
    requireQuota(
      'groupsPerServer',
      await queries.countGroups(tx, serverId),
      ctx.services.settings.quotas.groupsPerServer,
    );
    const position = await queries.nextPosition(tx, serverId);
    const row = {
      id: newId(),
      serverId,
      userId: ctx.actor.userId,
      name,
      position,
      createdAt: ctx.services.clock.now(),
    };
    await queries.insertGroup(tx, row);
    const group = toGroup(row);
    await emit(serverStream(serverId), { type: 'group.created', data: group });
    await recordAct(ctx, tx, { serverId, act: 'group.created', target: { id: row.id, name } });
    return group;
  });
}

/**
 * Changes the given fields of a channel group; a change of nothing is not published.
 * Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or `GROUP_NOT_FOUND`.
 */
export async function updateGroup(ctx: ActorContext, input: UpdateGroupInput): Promise<ChannelGroup> {
  return transact(ctx, async (tx, emit) => {
    const group = await lockGroup(ctx, tx, input.serverId, input.groupId, 'manageGroups');
    const { name, position } = input;
    const changes = changesOf(group, { name, position });
    if (isEmpty(changes)) return toGroup(group);
    await queries.updateGroup(tx, group.id, changes);
    const updated = toGroup({ ...group, ...changes });
    await emit(serverStream(group.serverId), { type: 'group.updated', data: updated });
    await recordAct(ctx, tx, {
      serverId: group.serverId,
      act: 'group.updated',
      target: { id: group.id, name: group.name },
      details: changedFields(changes),
    });
    return updated;
  });
}

/**
 * Deletes a channel group; its channels stay, in no group, which is published to everybody who sees them.
 * Throws `SERVER_NOT_FOUND`, `ADMIN_REQUIRED` or `GROUP_NOT_FOUND`.
 */
export async function deleteGroup(ctx: ActorContext, input: GroupInput): Promise<void> {
  await emptyLargeGroup(ctx, input);
  await transact(ctx, async (tx, emit) => {
    const { id, serverId, name } = await lockGroup(ctx, tx, input.serverId, input.groupId, 'manageGroups');
    await ctx.services.upward.releaseChannels(tx, emit, id, 'all');
    await queries.deleteGroup(tx, id);
    await emit(serverStream(serverId), { type: 'group.deleted', data: { id, serverId } });
    await recordAct(ctx, tx, { serverId, act: 'group.deleted', target: { id, name } });
  });
}

/**
 * Takes channels out of a group, some at a time, until one transaction can take the rest: it would lock all of their
 * logs. The key of the request belongs to the last transaction, which deletes the group.
 */
async function emptyLargeGroup(ctx: ActorContext, { serverId, groupId }: GroupInput): Promise<void> {
  while (isUuid(groupId) && (await ctx.services.upward.isLargeGroup(ctx.services.db, groupId))) {
    await transact({ ...ctx, idempotency: null }, async (tx, emit) => {
      const { id } = await lockGroup(ctx, tx, serverId, groupId, 'manageGroups');
      await ctx.services.upward.releaseChannels(tx, emit, id, 'some');
    });
  }
}
