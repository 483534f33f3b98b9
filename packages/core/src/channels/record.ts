import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { CHANNEL_NAME_MAX } from '../kernel/schema/channel-name.js';
import { iso } from '../kernel/sql/instant.js';
import type { Channel, DirectMessage } from '../protocol/records/channel.js';
import type { User } from '../protocol/records/user.js';
import type { Openness } from './permissions.js';
import { DISPLAY_NAME_MAX } from './schemas.js';

export type ChannelRow = InferSelectModel<typeof tables.channels>;

/** The record as the service sends it. */
export function toChannel(row: ChannelRow): Channel {
  const { id, name, displayName, topic, isDm, isPrivate, archived, createdBy, createdAt } = row;
  const { position, serverId, memberCount, groupId, joinedByDefault, readReceipts } = row;
  const { postingRole, slowModeSeconds, defaultNotificationLevel, permissionOverrides } = row;
  const { retentionDays, externalId, metadata } = row;
  return {
    id,
    name,
    displayName,
    topic,
    isDm,
    isPrivate,
    archived,
    createdBy,
    createdAt: iso(createdAt),
    position,
    serverId,
    memberCount,
    groupId,
    joinedByDefault,
    readReceipts: isDm || readReceipts,
    postingRole,
    slowModeSeconds,
    defaultNotificationLevel,
    permissionOverrides,
    retentionDays,
    externalId,
    metadata,
  };
}

/** Who sees a channel by the record in an event; one from before there were overrides has none. */
export function opennessIn({
  isPrivate,
  permissionOverrides = [],
}: Pick<Channel, 'isPrivate'> & Partial<Pick<Channel, 'permissionOverrides'>>): Openness {
  return { isPrivate, permissionOverrides };
}

/** A channel as the target of an act; those who read the audit log may not know a private one. */
export function nameForAudit({ id, name, isPrivate }: ChannelRow): { id: string; name: string | null } {
  return { id, name: isPrivate ? null : name };
}

/** A direct message as one of its members sees it: it has the names of the others (docs/reference.md, Direct message). */
export function toDirectMessage(row: ChannelRow, members: readonly User[], viewerId: string): DirectMessage {
  return { ...toChannel(row), ...dmNames(members, viewerId), members: [...members] };
}

/** What a direct message is called for one of its members. */
export function dmNames(
  members: readonly User[],
  viewerId: string,
): Pick<DirectMessage, 'name' | 'displayName'> {
  const others = members.filter(({ id }) => id !== viewerId);
  const usernames = others.map(({ username }) => username.toLowerCase().replaceAll('.', '-'));
  const displayNames = others.map(({ displayName }) => displayName).join(', ');
  return {
    name: usernames.join('-').slice(0, CHANNEL_NAME_MAX),
    displayName: [...displayNames].slice(0, DISPLAY_NAME_MAX).join(''),
  };
}
