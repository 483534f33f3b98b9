import { tables } from '@palaver/db';
import { inArray } from 'drizzle-orm';
import { isClosed } from '../../channels/permissions.js';
import { type ChannelRow, toChannel } from '../../channels/record.js';
import { type EmojiRow, toServerEmoji } from '../../emoji/record.js';
import { type GroupRow, toGroup } from '../../groups/record.js';
import { serverStream } from '../../log/streams.js';
import type { Emit } from '../../log/transact.js';
import { toUserGroup, type UserGroupRow } from '../../user-groups/record.js';
import type { ChunkWrite } from './chunk.js';

// What a later archive adds to a server that is used is told to its clients; of a server that nobody has seen nothing is.

export async function announceEmoji(emit: Emit, row: EmojiRow): Promise<void> {
  await emit(serverStream(row.serverId), { type: 'emoji.created', data: toServerEmoji(row) });
}

export async function announceChannelGroup(emit: Emit, row: GroupRow): Promise<void> {
  await emit(serverStream(row.serverId), { type: 'group.created', data: toGroup(row) });
}

/** A closed channel is told to whoever becomes its member (`joinChannels`). */
export async function announceChannel(emit: Emit, serverId: string, row: ChannelRow): Promise<void> {
  if (isClosed(row)) return;
  const data = { ...toChannel(row), members: null, since: 0 };
  await emit(serverStream(serverId), { type: 'channel.created', data });
}

export async function announceNewUserGroup(emit: Emit, row: UserGroupRow): Promise<void> {
  await emit(serverStream(row.serverId), { type: 'user_group.created', data: toUserGroup(row) });
}

/** User groups, after their members have changed. */
export async function announceUserGroups(
  { tx, emit }: ChunkWrite,
  groupIds: readonly string[],
): Promise<void> {
  const { userGroups } = tables;
  if (groupIds.length === 0) return;
  const rows = await tx
    .select()
    .from(userGroups)
    .where(inArray(userGroups.id, [...groupIds]));
  for (const row of rows)
    await emit(serverStream(row.serverId), { type: 'user_group.updated', data: toUserGroup(row) });
}
