import { DEFAULT_CHANNELS_MAX } from '../../channels/default-channels.js';
import { isClosed } from '../../channels/permissions.js';
import { QUOTAS } from '../../kernel/services/quotas.js';
import { ARCHIVE_LIMITS } from '../archive/limits.js';
import type { LineOf } from '../archive/lines.js';
import type { SeenLines } from './seen-lines.js';

/** Checks an emoji of the server. Throws `ArchiveError`. */
export async function checkEmoji(
  seen: SeenLines,
  { id, name, createdBy, createdAt, image }: LineOf<'emoji'>['data'],
): Promise<void> {
  seen.requireFew('emoji', seen.emoji.size, QUOTAS.emojiPerServer.most);
  seen.requireNew(seen.emoji, id);
  seen.requireOwnName('emoji', name);
  seen.requireUser(createdBy);
  seen.requirePast(createdAt);
  seen.emoji.set(id, name);
  await seen.takeFile(image, seen.against.limits.avatarBytes, 'AVATAR_MAX_MB');
}

/** Checks a user group. Throws `ArchiveError`. */
export function checkUserGroup(
  seen: SeenLines,
  { id, handle, createdBy, createdAt }: LineOf<'userGroup'>['data'],
): void {
  seen.requireFew('user groups', seen.userGroups.size, QUOTAS.userGroupsPerServer.most);
  seen.requireNew(seen.userGroups, id);
  seen.requireOwnName('handle', handle.toLowerCase());
  seen.requireUser(createdBy);
  seen.requirePast(createdAt);
  seen.userGroups.set(id, 0);
}

/** Checks a channel group. Throws `ArchiveError`. */
export function checkChannelGroup(
  seen: SeenLines,
  { id, createdBy, createdAt }: LineOf<'channelGroup'>['data'],
): void {
  seen.requireFew('channel groups', seen.channelGroups.size, seen.against.quotas.groupsPerServer);
  seen.requireNew(seen.channelGroups, id);
  seen.requireUser(createdBy);
  seen.requirePast(createdAt);
  seen.channelGroups.add(id);
}

/** Checks a channel of the server. Throws `ArchiveError`. */
export function checkChannel(seen: SeenLines, channel: LineOf<'channel'>['data']): void {
  seen.requireFew('channels', seen.serverChannels++, seen.against.quotas.channelsPerServer);
  seen.requireNew(seen.channels, channel.id);
  if (!isClosed(channel)) seen.requireOwnName('channel', channel.name);
  seen.requireUser(channel.createdBy);
  seen.requirePast(channel.createdAt);
  if (channel.groupId !== null && !seen.channelGroups.has(channel.groupId))
    throw seen.wrong(`groupId "${channel.groupId}" is no channel group of an earlier line`);
  if (channel.joinedByDefault && isClosed(channel))
    throw seen.wrong('a channel that is not open to all cannot be joined by default');
  if (channel.joinedByDefault)
    seen.requireFew('default channels', seen.defaultChannels++, DEFAULT_CHANNELS_MAX);
  seen.channels.set(channel.id, { isDm: false });
}

/** Checks a direct message. Throws `ArchiveError`. */
export function checkDirectMessage(
  seen: SeenLines,
  { id, userIds, createdBy, createdAt }: LineOf<'directMessage'>['data'],
): void {
  seen.requireFew('direct messages', seen.channels.size, ARCHIVE_LIMITS.directMessages);
  seen.requireNew(seen.channels, id);
  seen.requirePast(createdAt);
  for (const userId of userIds) seen.requireUser(userId);
  if (new Set(userIds).size !== userIds.length) throw seen.wrong('userIds names a user twice');
  if (!userIds.includes(createdBy)) throw seen.wrong('createdBy is not among userIds');
  const key = [...userIds].sort().join(' ');
  seen.requireOwnName('direct message', key);
  seen.channels.set(id, { isDm: true });
}
