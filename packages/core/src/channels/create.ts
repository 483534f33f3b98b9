import { newId, type Transaction } from '@palaver/db';
import { openStream } from '../events/log.js';
import { channelStream, serverStream, userStream } from '../events/streams.js';
import type { ActorContext } from '../kernel/context.js';
import type { Emit } from '../kernel/transact.js';
import { enterChannel } from './membership.js';
import { insertChannelRow, nextPosition } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';
import type { Channel } from './schemas.js';

export type NewChannel = Pick<ChannelRow, 'name' | 'displayName' | 'topic' | 'isPrivate'> & {
  serverId: string;
};

/**
 * Writes a channel of a server with its creator as its first member. Call it under the server's lock.
 * The server hears of a public channel; of a private one only its creator does.
 */
export async function insertChannel(
  ctx: ActorContext,
  tx: Transaction,
  emit: Emit,
  fresh: NewChannel,
): Promise<Channel> {
  const { userId } = ctx.actor;
  const row: ChannelRow = {
    ...fresh,
    id: newId(),
    isDm: false,
    archived: false,
    createdBy: userId,
    createdAt: ctx.clock.now(),
    position: await nextPosition(tx, fresh.serverId),
    memberCount: 0,
    groupId: null,
    dmKey: null,
    deletedAt: null,
  };
  const channel = toChannel({ ...row, memberCount: 1 });
  const audience = fresh.isPrivate ? userStream(userId) : serverStream(fresh.serverId);
  const announce = () => emit(audience, { type: 'channel.created', data: channel });

  await insertChannelRow(tx, row);
  await openStream(tx, channelStream(row.id), row.createdAt);
  if (!fresh.isPrivate) await announce();
  await enterChannel(tx, emit, row, userId);
  if (fresh.isPrivate) await announce();
  return channel;
}
