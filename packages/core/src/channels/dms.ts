import { createHash } from 'node:crypto';
import { newId } from '@palaver/db';
import { openStream } from '../events/log.js';
import { channelStream, userStream } from '../events/streams.js';
import type { ActorContext } from '../kernel/context.js';
import { AppError } from '../kernel/errors.js';
import { knownId } from '../kernel/ids.js';
import { type Emit, transact } from '../kernel/transact.js';
import { uniqueOr } from '../kernel/unique.js';
import { accessUser } from '../users/access.js';
import { enterChannel } from './membership.js';
import { findDm, insertChannelRow } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';
import { type Channel, type CreateDmInput, DISPLAY_NAME_MAX } from './schemas.js';

/**
 * The direct-message channel of the caller and the given people; the same people always get the same channel.
 * Throws `USER_NOT_FOUND` or `CANNOT_DM_YOURSELF`.
 */
export async function openDm(ctx: ActorContext, input: CreateDmInput): Promise<Channel> {
  const others = new Set(input.userIds.map((id) => knownId(id, 'USER_NOT_FOUND')));
  others.delete(ctx.actor.userId);
  if (others.size === 0) throw new AppError('CANNOT_DM_YOURSELF');
  const userIds = [ctx.actor.userId, ...others].sort();
  const dmKey = userIds.join(',');

  const known = await findDm(ctx.db, dmKey);
  if (known) return toChannel(known);
  try {
    return await uniqueOr({ channels_dm_key: 'CHANNEL_NAME_TAKEN' }, () => createDm(ctx, dmKey, userIds));
  } catch (error) {
    // The other side has opened it at the same time; theirs is ours.
    const theirs =
      error instanceof AppError && error.errorCode === 'CHANNEL_NAME_TAKEN' && (await findDm(ctx.db, dmKey));
    if (theirs) return toChannel(theirs);
    throw error;
  }
}

function createDm(ctx: ActorContext, dmKey: string, userIds: string[]): Promise<Channel> {
  return transact(ctx, async (tx, emit) => {
    const people = await Promise.all(userIds.map((id) => accessUser({ db: tx }, id)));
    const names = people.map((person) => person.displayName).join(', ');
    const row: ChannelRow = {
      id: newId(),
      serverId: null,
      name: `dm-${createHash('sha256').update(dmKey).digest('hex').slice(0, 24)}`,
      displayName: [...names].slice(0, DISPLAY_NAME_MAX).join(''),
      topic: null,
      isDm: true,
      isPrivate: true,
      archived: false,
      createdBy: ctx.actor.userId,
      createdAt: ctx.clock.now(),
      position: 0,
      memberCount: 0,
      groupId: null,
      dmKey,
      deletedAt: null,
    };
    await insertChannelRow(tx, row);
    await openStream(tx, channelStream(row.id), row.createdAt);
    for (const userId of userIds) await enterChannel(tx, emit, row, userId);
    return announce(emit, { ...row, memberCount: userIds.length }, userIds);
  });
}

async function announce(emit: Emit, row: ChannelRow, userIds: string[]): Promise<Channel> {
  const channel = toChannel(row);
  for (const userId of userIds) await emit(userStream(userId), { type: 'channel.created', data: channel });
  return channel;
}
