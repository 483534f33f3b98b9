import { newId, plainArrayLiteral, type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Head } from '../log/append.js';
import type { Mentions, Message } from '../protocol/records/message.js';
import { storedExtra, storedPlace } from './extra.js';
import { threadOf } from './thread-root.js';

const { channels, messageExternalIds, messages } = tables;

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

const uncount = statement(`
  update messages root set reply_count = root.reply_count - gone.replies
  from (select id, count(*) as replies from unnest($1::text::uuid[]) reply (id) group by id) gone
  where root.id = gone.id`);

/** Subtracts deleted replies from the counts of their roots, named once for each, which may be deleted as well. */
export async function uncountReplies(tx: Transaction, rootIds: readonly string[]): Promise<void> {
  if (rootIds.length > 0) await uncount(tx, [plainArrayLiteral(rootIds)]);
}

/** Writes an edit, of which the event is at `head`. */
export async function updateMessage(
  tx: Transaction,
  message: Message,
  mentions: Mentions | null,
  head: Head,
): Promise<void> {
  const { id, content, edited } = message;
  const { extra } = storedPlace(message, storedExtra(message));
  await tx
    .update(messages)
    .set({
      content,
      extra,
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
    select ${newId()}, message.id, ${head.seq}, channel.server_id, channel.id, ${sql.raw(threadOf('message'))}, message.user_id,
      message.content, message.extra -> 'metadata', message.created_at, now()
    from messages message join channels channel on channel.id = message.channel_id
    where message.id = ${id} and exists (
      select from held_attachments held where held.message_id = message.id and held.taken_at = now()::timestamptz(3))
    on conflict do nothing`);
}

const softDelete = statement(`
  update messages message set content = '', mentions = null, pinned_at = null, pinned_by = null,
    extra = case when extra ? 'alsoInThread' then jsonb_build_object('alsoInThread', extra -> 'alsoInThread') end,
    deleted_at = head.last_at
  from stream_heads head where head.id = $1::uuid and message.id = any($2::text::uuid[])`);

const forgetPlaces = statement('delete from channel_replies where message_id = any($1::text::uuid[])');

/** Takes deleted messages out of the lists of their threads, where the lists of their channels had them as well. */
export async function forgetChannelReplies(tx: Transaction, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await forgetPlaces(tx, [plainArrayLiteral(messageIds)]);
}

const clearReactions = statement('delete from reactions where message_id = any($1::text::uuid[])');

/**
 * Empties messages of a channel, at the instant of its latest event, and removes their reactions. The rows stay with their places, for
 * their replies and for cursors.
 */
export async function softDeleteMessages(
  tx: Transaction,
  channelId: string,
  deleted: ReadonlyArray<Pick<Message, 'id' | 'externalId'>>,
): Promise<void> {
  const ids = plainArrayLiteral(deleted.map(({ id }) => id));
  await softDelete(tx, [channelId, ids]);
  await clearReactions(tx, [ids]);
  const externalIds = deleted.flatMap(({ externalId }) => externalId ?? []);
  if (externalIds.length > 0) await forgetExternalIds(tx, channelId, externalIds);
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

async function forgetExternalIds(
  tx: Transaction,
  channelId: string,
  externalIds: readonly string[],
): Promise<void> {
  const isOne = inArray(messageExternalIds.externalId, [...externalIds]);
  await tx.delete(messageExternalIds).where(and(eq(messageExternalIds.channelId, channelId), isOne));
}

function hasExternalId(channelId: string, externalId: string): SQL | undefined {
  return and(eq(messageExternalIds.channelId, channelId), eq(messageExternalIds.externalId, externalId));
}
