import type { Transaction } from '@palaver/db';
import { accessGroup } from '../groups/access.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { lockStream } from '../log/append.js';
import { channelStream, serverStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { EventDraft } from '../protocol/events.js';
import type { Channel } from '../protocol/records/channel.js';
import { lockServer } from '../servers/access.js';
import { requireEntrant } from '../users/access.js';
import { lockChannel } from './access.js';
import { insertChannel } from './create.js';
import { channelIdsOf, ungroupChannel, updateChannelRow } from './queries.js';
import { type ChannelRow, toChannel } from './record.js';
import type { ChannelInput, CreateChannelInput, UpdateChannelInput } from './schemas.js';

const TAKEN = { channels_server_name_key: 'CHANNEL_NAME_TAKEN' } as const;

/** Makes a channel (reference section 4.2). Throws `SERVER_NOT_FOUND` or `CHANNEL_NAME_TAKEN`. */
export function createChannel(ctx: ActorContext, input: CreateChannelInput): Promise<Channel> {
  const { serverId, name, displayName, topic, isPrivate } = input;
  const fresh = { serverId, name, displayName: displayName ?? name, topic: topic ?? null, isPrivate };
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const creator = await requireEntrant(tx, ctx.actor.userId);
      await lockServer(ctx, tx, serverId, 'createChannel');
      return insertChannel(tx, emit, creator, { ...fresh, createdAt: ctx.clock.now() });
    }),
  );
}

/**
 * Changes a channel; what is not given stays as it is. Throws `CHANNEL_NOT_FOUND`, `ADMIN_REQUIRED`,
 * `GROUP_NOT_FOUND` or `CHANNEL_NAME_TAKEN`.
 */
export function updateChannel(ctx: ActorContext, input: UpdateChannelInput): Promise<Channel> {
  const { serverId, channelId, ...given } = input;
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const channel = await lockChannel(ctx, tx, { serverId, channelId }, 'manage');
      if (given.groupId != null)
        await accessGroup({ actor: ctx.actor, db: tx }, serverId, given.groupId, 'read');
      const changes = changesOf(channel, given);
      if (Object.keys(changes).length === 0) return toChannel(channel);
      return publishChannelUpdated(emit, await updateChannelRow(tx, channel.id, changes));
    }),
  );
}

/** Deletes a channel, at once for everybody. Throws `CHANNEL_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function deleteChannel(ctx: ActorContext, input: ChannelInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, 'manage');
    await updateChannelRow(tx, channel.id, { deletedAt: ctx.clock.now() });
    const data = { id: channel.id, serverId: channel.serverId };
    await emitToReaders(emit, channel, { type: 'channel.deleted', data });
  });
}

/** Takes all channels out of a group that is being deleted. Call it under the server's lock. */
export async function releaseGroupChannels(tx: Transaction, emit: Emit, groupId: string): Promise<void> {
  for (const channelId of await channelIdsOf(tx, groupId)) {
    // The log before the row: a post that joins the channel takes them in this order, too.
    await lockStream(tx, channelStream(channelId));
    await publishChannelUpdated(emit, await ungroupChannel(tx, channelId));
  }
}

/** Publishes to everyone who sees a channel that it has changed, and returns it. */
async function publishChannelUpdated(emit: Emit, row: ChannelRow): Promise<Channel> {
  const data = toChannel(row);
  await emitToReaders(emit, row, { type: 'channel.updated', data });
  return data;
}

/** A public channel's changes go to the whole server as well: its channel list shows them. */
async function emitToReaders(emit: Emit, channel: ChannelRow, event: EventDraft): Promise<void> {
  if (channel.serverId !== null && !channel.isPrivate) await emit(serverStream(channel.serverId), event);
  await emit(channelStream(channel.id), event);
}

type Changes = Pick<ChannelRow, 'name' | 'displayName' | 'topic' | 'archived' | 'position' | 'groupId'>;

/** The given fields that differ. A display name that only repeated the name goes on doing so. */
function changesOf(channel: ChannelRow, given: { [K in keyof Changes]?: Changes[K] | undefined }) {
  const follows = given.name !== undefined && channel.displayName === channel.name;
  const wanted: Partial<Changes> = {
    ...(follows && given.name !== undefined ? { displayName: given.name } : {}),
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.displayName === undefined ? {} : { displayName: given.displayName }),
    ...(given.topic === undefined ? {} : { topic: given.topic }),
    ...(given.archived === undefined ? {} : { archived: given.archived }),
    ...(given.position === undefined ? {} : { position: given.position }),
    ...(given.groupId === undefined ? {} : { groupId: given.groupId }),
  };
  const current: Record<string, unknown> = channel;
  return Object.fromEntries(Object.entries(wanted).filter(([key, value]) => current[key] !== value));
}
