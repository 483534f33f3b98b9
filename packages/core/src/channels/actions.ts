import type { Transaction } from '@palaver/db';
import { isGroupOf } from '../groups/access.js';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { changesOf, type Given, isEmpty } from '../kernel/schema/changes.js';
import { lockStreams } from '../log/append.js';
import { channelStream, serverStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { EventDraft } from '../protocol/events.js';
import type { Channel } from '../protocol/records/channel.js';
import { lockServer } from '../servers/access.js';
import { requireJoiningUser } from '../users/access.js';
import { lockChannel } from './access.js';
import { insertChannel } from './create.js';
import { channelIdsOf, updateChannelRow } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';
import type { ChannelInput, CreateChannelInput, UpdateChannelInput } from './schemas.js';

const TAKEN = { channels_server_name_key: 'CHANNEL_NAME_TAKEN' } as const;

/** Creates a channel (docs/reference.md, section 4.2). Throws `SERVER_NOT_FOUND` or `CHANNEL_NAME_TAKEN`. */
export function createChannel(ctx: ActorContext, input: CreateChannelInput): Promise<Channel> {
  const { serverId, name, displayName, topic, isPrivate } = input;
  const fresh = { serverId, name, displayName: displayName ?? name, topic: topic ?? null, isPrivate };
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const creator = await requireJoiningUser(tx, ctx.actor.userId);
      await lockServer(ctx, tx, serverId, 'createChannel');
      return insertChannel(tx, emit, creator, { ...fresh, createdAt: ctx.clock.now() });
    }),
  );
}

/**
 * Changes the given fields of a channel. Throws `CHANNEL_NOT_FOUND`, `ADMIN_REQUIRED`,
 * `GROUP_NOT_FOUND` or `CHANNEL_NAME_TAKEN`.
 */
export function updateChannel(ctx: ActorContext, input: UpdateChannelInput): Promise<Channel> {
  const { serverId, channelId, ...given } = input;
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const channel = await lockChannel(ctx, tx, { serverId, channelId }, 'manage');
      const changes = changesOf<Settings>(channel, withName(channel, given));
      if (isEmpty(changes)) return toChannel(channel);
      const { groupId } = changes;
      const isPossible =
        groupId == null ? undefined : isGroupOf(serverId, requireUuid(groupId, 'GROUP_NOT_FOUND'));
      const row = await updateChannelRow(tx, channel.id, changes, isPossible);
      if (!row) throw new AppError('GROUP_NOT_FOUND');
      return publishChannelUpdated(emit, row);
    }),
  );
}

/** Deletes a channel, which nobody can reach from then on. Throws `CHANNEL_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function deleteChannel(ctx: ActorContext, input: ChannelInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, 'manage');
    await updateChannelRow(tx, channel.id, { deletedAt: ctx.clock.now() });
    const data = { id: channel.id, serverId: channel.serverId };
    await emitToReaders(emit, channel, { type: 'channel.deleted', data });
  });
}

/** Removes all channels from a group that is being deleted. Call it under the server's lock. */
export async function releaseGroupChannels(tx: Transaction, emit: Emit, groupId: string): Promise<void> {
  const channelIds = await channelIdsOf(tx, groupId);
  // The streams before the rows: a post that joins a channel locks them in this order, too.
  await lockStreams(tx, channelIds.map(channelStream));
  for (const channelId of channelIds) {
    const row = await updateChannelRow(tx, channelId, { groupId: null });
    if (!row) throw new Error(`channel ${channelId} vanished under its lock`);
    await publishChannelUpdated(emit, row);
  }
}

/** Publishes a changed channel to everybody who sees it, and returns it. */
async function publishChannelUpdated(emit: Emit, row: ChannelRow): Promise<Channel> {
  const data = toChannel(row);
  await emitToReaders(emit, row, { type: 'channel.updated', data });
  return data;
}

/**
 * A public channel's changes go to the whole server as well, whose channel list shows them. Call it under the locks of
 * both.
 */
async function emitToReaders(emit: Emit, channel: ChannelRow, event: EventDraft): Promise<void> {
  const { id, serverId, isPrivate } = channel;
  const readers = channelStream(id);
  await emit(serverId === null || isPrivate ? readers : [serverStream(serverId), readers], event);
}

type Settings = Pick<ChannelRow, 'name' | 'displayName' | 'topic' | 'archived' | 'position' | 'groupId'>;

/** A display name that equals the name follows a new name (docs/reference.md, Channels). */
function withName(channel: ChannelRow, given: Given<Settings>): Given<Settings> {
  const follows = channel.displayName === channel.name;
  return { ...given, displayName: given.displayName ?? (follows ? given.name : undefined) };
}
