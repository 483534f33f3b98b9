import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { ChannelGroup } from '../protocol/records/group.js';

export type GroupRow = InferSelectModel<typeof tables.channelGroups>;

/** The record as the service sends it. */
export function toGroup({ id, serverId, userId, name, position, createdAt }: GroupRow): ChannelGroup {
  return { id, serverId, userId, name, position, createdAt: iso(createdAt) };
}
