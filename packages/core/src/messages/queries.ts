import { newId, type Queryable, type Transaction, tables } from '@palaver/db';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Head } from '../log/append.js';
import type { Mentions, Message } from '../protocol/records/message.js';
import { nullIfEmpty } from './components.js';

const { channels, messageExternalIds, messages, reactions } = tables;

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
export async function updateMessage(
  tx: Transaction,
  {
    id,
    content,
    metadata,
    components,
    edited,
  }: Pick<Message, 'id' | 'content' | 'metadata' | 'components' | 'edited'>,
  mentions: Mentions | null,
  head: Head,
): Promise<void> {
  await tx
    .update(messages)
    .set({
      content,
      metadata,
      components: nullIfEmpty(components),
      mentions,
      edited,
      updatedAt: head.at,
      updatedSeq: head.seq,
    })
    .where(eq(messages.id, id))
    .prepare('messages_update_content')
    .execute();
}

/**
 * Keeps the text of a message, as it is before an edit, beside the files that the edit has taken from it under a legal hold, so that
 * whoever reads the hold finds them.
 */
export async function keepTextOfHeldFiles(
  tx: Transaction,
  { id }: Pick<Message, 'id'>,
  head: Head,
): Promise<void> {
  await tx.execute(sql`
    insert into held_messages
      (id, message_id, seq, server_id, channel_id, thread_id, user_id, content, metadata, created_at, taken_at)
    select ${newId()}, message.id, ${head.seq}, channel.server_id, channel.id, message.thread_id, message.user_id,
      message.content, message.metadata, message.created_at, now()
    from messages message join channels channel on channel.id = message.channel_id
    where message.id = ${id} and exists (
      select from held_attachments held where held.message_id = message.id and held.taken_at = now()::timestamptz(3))
    on conflict do nothing`);
}

/** Empties a message and removes its reactions. The row stays, for its replies and for cursors. */
export async function softDeleteMessage(
  tx: Transaction,
  { id, channelId, externalId }: Pick<Message, 'id' | 'channelId' | 'externalId'>,
  at: Date,
): Promise<void> {
  await tx
    .update(messages)
    .set({
      content: '',
      mentions: null,
      externalId: null,
      metadata: null,
      webhook: null,
      pinnedAt: null,
      pinnedBy: null,
      interaction: null,
      components: null,
      deletedAt: at,
    })
    .where(eq(messages.id, id))
    .prepare('messages_soft_delete')
    .execute();
  await tx.delete(reactions).where(eq(reactions.messageId, id)).prepare('reactions_clear').execute();
  if (externalId !== null) await forgetExternalId(tx, channelId, externalId);
}

/** The message of a channel that has this external id; null without one. */
export async function findByExternalId(
  q: Queryable,
  channelId: string,
  externalId: string,
): Promise<string | null> {
  const [row] = await q
    .select({ messageId: messageExternalIds.messageId })
    .from(messageExternalIds)
    .where(hasExternalId(channelId, externalId));
  return row?.messageId ?? null;
}

async function forgetExternalId(tx: Transaction, channelId: string, externalId: string): Promise<void> {
  await tx.delete(messageExternalIds).where(hasExternalId(channelId, externalId));
}

function hasExternalId(channelId: string, externalId: string): SQL | undefined {
  return and(eq(messageExternalIds.channelId, channelId), eq(messageExternalIds.externalId, externalId));
}
