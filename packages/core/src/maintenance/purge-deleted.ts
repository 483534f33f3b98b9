import { type Database, tables } from '@palaver/db';
import { and, eq, inArray, isNotNull, isNull, notExists, type SQL } from 'drizzle-orm';

const { attachments, channels, messages, servers, streamHeads } = tables;

/** Few enough that one statement ends well within its time limit and holds no lock for long. */
const BATCH = 1000;

/**
 * Removes what is below deleted servers and channels, in small batches, until nothing is left. Deleting marks a row
 * only, since a channel of a million messages could not be deleted within one request. The files are the
 * attachments slice's: a channel whose attachments are still there is left for the next round.
 */
export async function purgeDeleted(db: Database): Promise<void> {
  await markChannelsOfDeletedServers(db);
  const doomed = await db
    .select({ id: channels.id })
    .from(channels)
    .where(isNotNull(channels.deletedAt))
    .limit(BATCH);
  for (const { id } of doomed) await purgeChannel(db, id);
  await purgeEmptyServers(db);
}

async function markChannelsOfDeletedServers(db: Database): Promise<void> {
  const gone = await db
    .select({ id: servers.id, deletedAt: servers.deletedAt })
    .from(servers)
    .where(isNotNull(servers.deletedAt))
    .limit(BATCH);
  for (const { id, deletedAt } of gone) {
    await db
      .update(channels)
      .set({ deletedAt })
      .where(and(eq(channels.serverId, id), isNull(channels.deletedAt)));
  }
}

async function purgeChannel(db: Database, channelId: string): Promise<void> {
  const [file] = await db
    .select({ id: attachments.id })
    .from(attachments)
    .where(eq(attachments.channelId, channelId))
    .limit(1);
  if (file) return;
  const inChannel = eq(messages.channelId, channelId);
  await untilPostsHaveEnded(db, channelId);
  await purgeMessages(db, and(isNull(messages.deletedAt), isNull(messages.threadId), inChannel));
  await purgeMessages(db, and(isNotNull(messages.deletedAt), inChannel));
  await db.delete(channels).where(eq(channels.id, channelId));
}

/**
 * A post holds the lock of its channel's log while it reads whether the channel is there and writes: those that began
 * before the channel was deleted have ended after this, and none can come any more.
 */
async function untilPostsHaveEnded(db: Database, channelId: string): Promise<void> {
  await db.select().from(streamHeads).where(eq(streamHeads.id, channelId)).for('no key update');
}

/** Removes messages with the replies to them, which stand by their thread alone. */
async function purgeMessages(db: Database, which: SQL | undefined): Promise<void> {
  for (;;) {
    const found = await db.select({ id: messages.id }).from(messages).where(which).limit(BATCH);
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    await deleteAll(
      db,
      and(isNull(messages.deletedAt), isNotNull(messages.threadId), inArray(messages.threadId, ids)),
    );
    await deleteAll(db, inArray(messages.id, ids));
  }
}

async function deleteAll(db: Database, which: SQL | undefined): Promise<void> {
  for (;;) {
    const batch = db.select({ id: messages.id }).from(messages).where(which).limit(BATCH);
    const deleted = await db
      .delete(messages)
      .where(inArray(messages.id, batch))
      .returning({ id: messages.id });
    if (deleted.length < BATCH) return;
  }
}

/** Members, invites, groups and preferences go with the row. */
async function purgeEmptyServers(db: Database): Promise<void> {
  const remaining = db.select({ id: channels.id }).from(channels).where(eq(channels.serverId, servers.id));
  await db.delete(servers).where(and(isNotNull(servers.deletedAt), notExists(remaining)));
}
