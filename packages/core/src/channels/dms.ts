import { newId, type Transaction } from '@palaver/db';
import { AppError } from '../kernel/errors/app-error.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { openStream } from '../log/append.js';
import { channelStream, userStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { DirectMessage } from '../protocol/records/channel.js';
import { type JoiningUser, requireJoiningUser } from '../users/access.js';
import { toUser } from '../users/record.js';
import { dmKeyOf, dmNameOf } from './dm-names.js';
import { refusesDm } from './dm-openness.js';
import { countDmsStartedBy, findDm, insertDmRow } from './dm-queries.js';
import { findDmPeople } from './member-queries.js';
import { addMember } from './membership.js';
import { type ChannelRow, toDirectMessage } from './record.js';
import type { CreateDmInput } from './schemas.js';

/**
 * Opens the direct message of the caller and the given users; the same users always get the same channel.
 * Throws `USER_NOT_FOUND`, `CANNOT_DM_YOURSELF`, `TOO_MANY_DMS`, or `DM_NOT_ALLOWED` for a new one with somebody who does not
 * take it from the caller.
 */
export async function openDm(ctx: ActorContext, input: CreateDmInput): Promise<DirectMessage> {
  const others = new Set(input.userIds.map((id) => requireUuid(id, 'USER_NOT_FOUND')));
  others.delete(ctx.actor.userId);
  if (others.size === 0) throw new AppError('CANNOT_DM_YOURSELF');
  const userIds = [ctx.actor.userId, ...others].sort();
  const dmKey = dmKeyOf(userIds);
  return transact(ctx, async (tx, emit) => {
    const known = (await findDm(tx, dmKey)) ?? (await createDm(ctx, tx, emit, dmKey, userIds));
    // Where it is neither, another member has opened it at the same time.
    const dm = known ?? (await findDm(tx, dmKey));
    if (!dm) throw new Error(`the direct message ${dmKey} is neither new nor known`);
    const peopleOf = await findDmPeople(tx, [dm.id]);
    return toDirectMessage(dm, peopleOf(dm.id), ctx.actor.userId);
  });
}

/** Null when another member has created it in between. */
async function createDm(
  ctx: ActorContext,
  tx: Transaction,
  emit: Emit,
  dmKey: string,
  userIds: readonly string[],
): Promise<ChannelRow | null> {
  const users: JoiningUser[] = [];
  // The locks are in the order of the ids, also that of the caller, for whom the quota counts.
  for (const id of userIds) users.push(await requireJoiningUser(tx, id, { alone: id === ctx.actor.userId }));
  if (await refusesDm(tx, ctx.actor.userId, userIds)) throw new AppError('DM_NOT_ALLOWED');
  const row = newRow(ctx, dmKey);
  if (!(await insertDmRow(tx, row))) return null;
  // Counted after it is certain that this one is new, and without it.
  const started = (await countDmsStartedBy(tx, ctx.actor.userId)) - 1;
  requireQuota('dms', started, ctx.services.settings.quotas.dms);
  await openStream(tx, channelStream(row.id), row.createdAt);
  // The stream is new, so the positions of these events are 1, 2, 3 and so on.
  for (const person of users) await addMember(tx, emit, row, person);
  const created = { ...row, memberCount: users.length };
  const members = users.map(toUser).reverse();
  for (const { id } of users) {
    const data = { ...toDirectMessage(created, members, id), since: users.length };
    await emit(userStream(id), { type: 'channel.created', data });
  }
  return created;
}

function newRow(ctx: ActorContext, dmKey: string): ChannelRow {
  const name = dmNameOf(dmKey);
  return {
    id: newId(),
    serverId: null,
    name,
    displayName: name,
    topic: null,
    isDm: true,
    isPrivate: true,
    archived: false,
    createdBy: ctx.actor.userId,
    createdAt: ctx.services.clock.now(),
    position: 0,
    memberCount: 0,
    groupId: null,
    joinedByDefault: false,
    readReceipts: false,
    postingRole: 'member',
    slowModeSeconds: 0,
    defaultNotificationLevel: null,
    permissionOverrides: [],
    retentionDays: null,
    retentionSetAt: null,
    dmKey,
    deletedAt: null,
    externalId: null,
    metadata: null,
  };
}
