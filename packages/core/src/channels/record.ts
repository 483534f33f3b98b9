import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { Channel } from '../protocol/records/channel.js';

export type ChannelRow = InferSelectModel<typeof tables.channels>;

/** The record as the service sends it. */
export function toChannel(row: ChannelRow): Channel {
  const { id, name, displayName, topic, isDm, isPrivate, archived, createdBy, createdAt } = row;
  const { position, serverId, memberCount, groupId, joinedByDefault } = row;
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
  };
}
