import { type Queryable, type Transaction, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import type { Head } from '../log/append.js';

const { channels, messages, reactions } = tables;

/** The channel of a message, deleted or not. It never changes. */
export async function findChannelOf(q: Queryable, id: string): Promise<string | null> {
  const [row] = await q
    .select({ channelId: messages.channelId })
    .from(messages)
    .where(eq(messages.id, id))
    .prepare('messages_find_channel')
    .execute();
  return row?.channelId ?? null;
}

/** The server of a channel, deleted or not, which never changes; null for a direct message and where there is no channel. */
export async function findServerOf(q: Queryable, channelId: string): Promise<string | null> {
  const [row] = await q
    .select({ serverId: channels.serverId })
    .from(channels)
    .where(eq(channels.id, channelId))
    .prepare('channels_find_server')
    .execute();
  return row?.serverId ?? null;
}

/** Subtracts a deleted reply from the count of its root, which may be deleted as well. */
export async function uncountReply(tx: Transaction, rootId: string): Promise<void> {
  await tx
    .update(messages)
    .set({ replyCount: sql`${messages.replyCount} - 1` })
    .where(eq(messages.id, rootId))
    .prepare('messages_uncount_reply')
    .execute();
}

/** Writes an edit, of which the event is at `head`. */
export async function updateContent(tx: Transaction, id: string, content: string, head: Head): Promise<void> {
  await tx
    .update(messages)
    .set({ content, edited: true, updatedAt: head.at, updatedSeq: head.seq })
    .where(eq(messages.id, id))
    .prepare('messages_update_content')
    .execute();
}

/** Empties a message and removes its reactions. The row stays, for its replies and for cursors. */
export async function softDeleteMessage(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx
    .update(messages)
    .set({ content: '', deletedAt: at })
    .where(eq(messages.id, id))
    .prepare('messages_soft_delete')
    .execute();
  await tx.delete(reactions).where(eq(reactions.messageId, id)).prepare('reactions_clear').execute();
}
