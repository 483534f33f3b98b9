import { newId, type Transaction } from '@palaver/db';
import { openStream } from '../log/append.js';
import { channelStream, serverStream, userStream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { FirstChannel } from '../procedures/upward-calls.js';
import type { Channel } from '../protocol/records/channel.js';
import { type JoiningUser, requireJoiningUser } from '../users/access.js';
import { addMember } from './membership.js';
import { insertChannelRow, nextPosition } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';

const FIRST_CHANNEL = 'general';

export type NewChannel = Pick<
  ChannelRow,
  | 'name'
  | 'displayName'
  | 'topic'
  | 'isPrivate'
  | 'joinedByDefault'
  | 'readReceipts'
  | 'createdAt'
  | 'externalId'
  | 'metadata'
> & { serverId: string };

/**
 * Writes a channel of a server with its creator as its first member. Call it under the server's lock. A public channel
 * is published in the server's stream, a private one in its creator's.
 */
export async function insertChannel(
  tx: Transaction,
  emit: Emit,
  creator: JoiningUser,
  fresh: NewChannel,
): Promise<Channel> {
  const row: ChannelRow = {
    ...fresh,
    id: newId(),
    isDm: false,
    archived: false,
    createdBy: creator.id,
    position: await nextPosition(tx, fresh.serverId),
    memberCount: 0,
    groupId: null,
    postingRole: 'member',
    slowModeSeconds: 0,
    defaultNotificationLevel: null,
    permissionOverrides: [],
    retentionDays: null,
    retentionSetAt: null,
    dmKey: null,
    deletedAt: null,
  };
  await insertChannelRow(tx, row);
  await openStream(tx, channelStream(row.id), row.createdAt);
  const { event, seq } = await addMember(tx, emit, row, creator);
  const channel = toChannel({ ...row, memberCount: event.data.memberCount });
  const audience = fresh.isPrivate ? userStream(creator.id) : serverStream(fresh.serverId);
  await emit(audience, { type: 'channel.created', data: { ...channel, members: null, since: seq } });
  return channel;
}

/**
 * Creates the channel that every new server has (docs/reference.md, Servers and members). Call it under the server's
 * lock.
 */
export async function createFirstChannel(
  tx: Transaction,
  emit: Emit,
  { serverId, creatorId, createdAt }: FirstChannel,
): Promise<void> {
  const creator = await requireJoiningUser(tx, creatorId);
  const names = {
    name: FIRST_CHANNEL,
    displayName: FIRST_CHANNEL,
    topic: null,
    externalId: null,
    metadata: null,
    readReceipts: false,
  };
  const fresh = { ...names, isPrivate: false, joinedByDefault: true, serverId, createdAt };
  await insertChannel(tx, emit, creator, fresh);
}
