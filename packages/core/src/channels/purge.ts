import { type Database, tables } from '@palaver/db';
import {
  and,
  type Column,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  not,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { isHeld } from './held.js';

const { channels } = tables;

/** As many channels as one round of maintenance removes for good. */
const BATCH = 1000;

/** Deletes the channels of a server that has been deleted, which makes them ready for `deletedChannels`. */
export async function deleteChannelsOf(db: Database, serverId: string, deletedAt: Date): Promise<void> {
  await db
    .update(channels)
    .set({ deletedAt })
    .where(and(eq(channels.serverId, serverId), isNull(channels.deletedAt)));
}

/** A deleted channel is kept as long as a legal hold is there for it. */
const isGone = and(isNotNull(channels.deletedAt), not(isHeld(channels.id, channels.serverId)));

/** The ids of some channels that have been deleted and are still stored, but for those under a legal hold. */
export async function deletedChannels(db: Database): Promise<string[]> {
  const rows = await db.select({ id: channels.id }).from(channels).where(isGone).limit(BATCH);
  return rows.map(({ id }) => id);
}

/** Whether the channel that a column names has been deleted and is under no legal hold, as a condition for the statement of another slice. */
export function isDeletedChannel(db: Database, channelId: Column): SQL {
  return inArray(channelId, db.select({ id: channels.id }).from(channels).where(isGone));
}

/** Removes a channel for good, when its contents are purged; its members and preferences go with the row. */
export async function purgeChannel(db: Database, channelId: string): Promise<void> {
  await db.delete(channels).where(eq(channels.id, channelId));
}

/** Whether a channel of a server is still stored, as a condition for the statement of another slice. */
export function hasChannels(db: Database, serverId: SQLWrapper): SQL {
  return exists(db.select({ id: channels.id }).from(channels).where(eq(channels.serverId, serverId)));
}
