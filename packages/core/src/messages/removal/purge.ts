import { type Database, tables } from '@palaver/db';
import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { lockStream } from '../../log/append.js';
import { channelStream } from '../../log/streams.js';

const { messageExternalIds, messages } = tables;

/** Few enough that one statement ends well within its time limit and holds no lock for long. */
const BATCH = 1000;

/** Removes all messages of a channel that has been deleted, with their reactions, in small batches. */
export async function purgeMessages(db: Database, channelId: string): Promise<void> {
  const inChannel = eq(messages.channelId, channelId);
  await untilPostsHaveEnded(db, channelId);
  // Each condition is one of an index that holds the channel's messages; together they miss only replies.
  await purgeThreads(db, and(isNull(messages.deletedAt), isNull(messages.threadId), inChannel));
  await purgeThreads(db, and(isNotNull(messages.deletedAt), inChannel));
  await purgeExternalIds(db, channelId);
}

/**
 * A post is written under the lock of its channel's stream, and only if the stream has not moved since it was decided. So
 * those that came before `channel.deleted` have ended after this, and none can come any more.
 */
async function untilPostsHaveEnded(db: Database, channelId: string): Promise<void> {
  await db.transaction((tx) => lockStream(tx, channelStream(channelId)));
}

async function purgeExternalIds(db: Database, channelId: string): Promise<void> {
  const { externalId } = messageExternalIds;
  const inChannel = eq(messageExternalIds.channelId, channelId);
  for (;;) {
    const batch = db.select({ externalId }).from(messageExternalIds).where(inChannel).limit(BATCH);
    const deleted = await db
      .delete(messageExternalIds)
      .where(and(inChannel, inArray(externalId, batch)))
      .returning({ externalId });
    if (deleted.length < BATCH) return;
  }
}

/** Removes messages with the replies to them, which an index finds by their thread alone. */
async function purgeThreads(db: Database, which: SQL | undefined): Promise<void> {
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
