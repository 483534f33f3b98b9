import type { Transaction } from '@palaver/db';
import { isGroupOf } from '../groups/access.js';
import { AppError, invalidField } from '../kernel/errors/app-error.js';
import { requireKeyFor } from '../kernel/errors/require-api-key.js';
import { requireQuota } from '../kernel/errors/require-quota.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { uniqueOr } from '../kernel/errors/unique.js';
import { changesOf, type Given, isEmpty } from '../kernel/schema/changes.js';
import { channelStream, serverStream } from '../log/streams.js';
import { type Emit, transact } from '../log/transact.js';
import type { ActorContext } from '../procedures/context.js';
import type { EventDraft } from '../protocol/events.js';
import type { Channel } from '../protocol/records/channel.js';
import { lockServer } from '../servers/access.js';
import { changedFields, recordAct } from '../servers/audit-log.js';
import { changedRetention } from '../servers/retention.js';
import { requireJoiningUser } from '../users/access.js';
import { lockChannel } from './access.js';
import { insertChannel } from './create.js';
import { requireRoomForDefaultChannel } from './default-channels.js';
import { addMemberAndNotify } from './membership.js';
import { isClosed, isSeenAlike, mayOverride } from './permissions.js';
import { countChannels, updateChannelRow } from './queries.js';
import { isSmall } from './receipts.js';
import { type ChannelRow, nameForAudit, toChannel } from './record.js';
import type { ChannelInput, CreateChannelInput, UpdateChannelInput } from './schemas.js';

const TAKEN = {
  channels_public_name_key: 'CHANNEL_NAME_TAKEN',
  channels_external_id_key: 'EXTERNAL_ID_TAKEN',
} as const;

/**
 * Creates a channel (docs/reference.md, section 4.2). Throws `SERVER_NOT_FOUND`, `CHANNEL_NAME_TAKEN`, `TOO_MANY_CHANNELS`,
 * `API_KEY_REQUIRED` or `EXTERNAL_ID_TAKEN`.
 */
export function createChannel(ctx: ActorContext, input: CreateChannelInput): Promise<Channel> {
  const {
    serverId,
    name,
    displayName,
    topic,
    isPrivate,
    readReceipts,
    externalId = null,
    metadata = null,
  } = input;
  requireKeyFor(ctx.actor, input);
  const names = { name, displayName: displayName ?? name, topic: topic ?? null };
  const fresh = { ...names, serverId, isPrivate, joinedByDefault: false, readReceipts, externalId, metadata };
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      const creator = await requireJoiningUser(tx, ctx.actor.userId);
      await lockServer(ctx, tx, serverId, 'createChannel');
      const channels = await countChannels(tx, serverId);
      requireQuota('channelsPerServer', channels, ctx.services.settings.quotas.channelsPerServer);
      return insertChannel(tx, emit, creator, { ...fresh, createdAt: ctx.services.clock.now() });
    }),
  );
}

/**
 * Changes the given fields of a channel. Who makes a channel private is a member of it from then on, so that somebody
 * sees it. Throws `CHANNEL_NOT_FOUND`, `ADMIN_REQUIRED`, `OWNER_REQUIRED` for the retention, `GROUP_NOT_FOUND`, `CHANNEL_NAME_TAKEN`,
 * `TOO_MANY_DEFAULT_CHANNELS`, `TOO_MANY_MEMBERS_FOR_RECEIPTS`, `API_KEY_REQUIRED`, `EXTERNAL_ID_TAKEN`, or
 * `INVALID_INPUT` for a channel that would be joined by default and is not for all.
 */
export function updateChannel(ctx: ActorContext, input: UpdateChannelInput): Promise<Channel> {
  const { serverId, channelId, ...given } = input;
  requireKeyFor(ctx.actor, given);
  return uniqueOr(TAKEN, () =>
    transact(ctx, async (tx, emit) => {
      // The account before the streams, the order of all locks.
      const actor = given.isPrivate ? await requireJoiningUser(tx, ctx.actor.userId) : null;
      const channel = await lockChannel(ctx, tx, { serverId, channelId }, 'manage');
      const changes = changesOf<Settings>(channel, withDependents(channel, given));
      if (isEmpty(changes)) return toChannel(channel);
      // Whom an override lets manage the channel gives nobody more.
      if (changes.permissionOverrides && !mayOverride(channel)) throw new AppError('ADMIN_REQUIRED');
      const retention = changedRetention(ctx.services, channel, changes);
      await requirePossibleDefault(tx, channel, changes);
      if (changes.readReceipts && !isSmall(channel)) throw new AppError('TOO_MANY_MEMBERS_FOR_RECEIPTS');
      if (actor && changes.isPrivate && !channel.isMember) await addMemberAndNotify(tx, emit, channel, actor);
      const { groupId } = changes;
      const isPossible =
        groupId == null ? undefined : isGroupOf(serverId, requireUuid(groupId, 'GROUP_NOT_FOUND'));
      const columns = { ...changes, ...retention?.columns };
      const row = await updateChannelRow(tx, channel.id, columns, isPossible);
      if (!row) throw new AppError('GROUP_NOT_FOUND');
      await recordAct(ctx, tx, {
        serverId,
        act: 'channel.updated',
        target: nameForAudit(channel),
        details: { ...changedFields(changes), ...retention?.details },
      });
      return isSeenAlike(channel, row)
        ? publishChannelUpdated(emit, row)
        : publishVisibility(emit, row, serverId);
    }),
  );
}

/** Deletes a channel, which nobody can reach from then on. Throws `CHANNEL_NOT_FOUND` or `ADMIN_REQUIRED`. */
export async function deleteChannel(ctx: ActorContext, input: ChannelInput): Promise<void> {
  await transact(ctx, async (tx, emit) => {
    const channel = await lockChannel(ctx, tx, input, 'manage');
    await updateChannelRow(tx, channel.id, { deletedAt: ctx.services.clock.now() });
    const data = { id: channel.id, serverId: channel.serverId };
    await emitToReaders(emit, channel, { type: 'channel.deleted', data });
    const target = nameForAudit(channel);
    await recordAct(ctx, tx, { serverId: input.serverId, act: 'channel.deleted', target });
  });
}

/** Publishes a changed channel to everybody who sees it, and returns it. */
async function publishChannelUpdated(emit: Emit, row: ChannelRow): Promise<Channel> {
  const data = toChannel(row);
  await emitToReaders(emit, row, { type: 'channel.updated', data });
  return data;
}

/**
 * Publishes a channel that others see than before, and returns it. In the channel's stream, this event ends the
 * subscriptions of those who may not read it any more. The server's stream, which everybody reads, gets no record of what
 * not all see now, but that the list of channels has to be read again. Call it under the locks of both.
 */
async function publishVisibility(emit: Emit, row: ChannelRow, serverId: string): Promise<Channel> {
  const data = toChannel(row);
  const { seq } = await emit(channelStream(row.id), () => ({ type: 'channel.updated' as const, data }));
  await emit(
    serverStream(serverId),
    isClosed(row)
      ? { type: 'channel.hidden', data: { id: row.id, serverId } }
      : { type: 'channel.created', data: { ...data, members: null, since: seq } },
  );
  return data;
}

/**
 * The changes of a channel that all see go to the whole server as well, whose channel list shows them. Call it under the locks of
 * both.
 */
async function emitToReaders(emit: Emit, channel: ChannelRow, event: EventDraft): Promise<void> {
  const { id, serverId } = channel;
  const readers = channelStream(id);
  await emit(serverId === null || isClosed(channel) ? readers : [serverStream(serverId), readers], event);
}

type Settings = Pick<
  ChannelRow,
  | 'name'
  | 'displayName'
  | 'topic'
  | 'isPrivate'
  | 'archived'
  | 'position'
  | 'groupId'
  | 'joinedByDefault'
  | 'readReceipts'
  | 'postingRole'
  | 'slowModeSeconds'
  | 'defaultNotificationLevel'
  | 'permissionOverrides'
  | 'retentionDays'
  | 'externalId'
  | 'metadata'
>;

/**
 * The given fields with those that follow them (docs/reference.md, Channels): a display name that equals the name follows
 * a new name, and a channel that not all see any more is not joined by default.
 */
function withDependents(channel: ChannelRow, given: Given<Settings>): Given<Settings> {
  const follows = channel.displayName === channel.name;
  const { isPrivate = channel.isPrivate, permissionOverrides = channel.permissionOverrides } = given;
  return {
    ...given,
    displayName: given.displayName ?? (follows ? given.name : undefined),
    joinedByDefault:
      given.joinedByDefault ?? (isClosed({ isPrivate, permissionOverrides }) ? false : undefined),
  };
}

async function requirePossibleDefault(
  tx: Transaction,
  channel: ChannelRow,
  changes: Partial<Settings>,
): Promise<void> {
  const changed = { ...channel, ...changes };
  if (isClosed(changed) && changed.joinedByDefault)
    throw invalidField(
      'joinedByDefault',
      'must be false for a channel that not all members of the server see',
    );
  if (changes.joinedByDefault && channel.serverId !== null)
    await requireRoomForDefaultChannel(tx, channel.serverId);
}
