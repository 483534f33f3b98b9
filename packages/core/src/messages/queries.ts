import { prepared, type Queryable, type Transaction, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { headOf } from '../log/snapshot.js';
import { fullColumns } from './columns.js';
import type { FullMessage, MessageRow } from './record.js';

const { messages, reactions, users } = tables;

export type StoredMessage = FullMessage & Pick<MessageRow, 'seq' | 'deletedAt'>;

const byId = prepared((q) =>
  q
    .select({ ...fullColumns, headSeq: headOf(messages.channelId) })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.userId))
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare('messages_find'),
);

/** A message, deleted or not, by its id, and how far its channel's stream reached. */
export async function findMessage(
  q: Queryable,
  id: string,
): Promise<(StoredMessage & { readonly headSeq: number }) | null> {
  const [row] = await byId(q).execute({ id });
  return row ?? null;
}

/** The channel a message is in, and always was. */
export async function findChannelOf(q: Queryable, id: string): Promise<string | null> {
  const [row] = await q
    .select({ channelId: messages.channelId })
    .from(messages)
    .where(eq(messages.id, id))
    .prepare('messages_find_channel')
    .execute();
  return row?.channelId ?? null;
}

/** Takes a deleted reply off its root's count, deleted as the root may be itself. */
export async function uncountReply(tx: Transaction, rootId: string): Promise<void> {
  await tx
    .update(messages)
    .set({ replyCount: sql`${messages.replyCount} - 1` })
    .where(eq(messages.id, rootId))
    .prepare('messages_uncount_reply')
    .execute();
}

export async function updateContent(tx: Transaction, id: string, content: string, at: Date): Promise<void> {
  await tx
    .update(messages)
    .set({ content, edited: true, updatedAt: at })
    .where(eq(messages.id, id))
    .prepare('messages_update_content')
    .execute();
}

/** Empties a message and removes its reactions; the row stays for its replies and for cursors. */
export async function softDeleteMessage(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx
    .update(messages)
    .set({ content: '', deletedAt: at })
    .where(eq(messages.id, id))
    .prepare('messages_bury')
    .execute();
  await tx.delete(reactions).where(eq(reactions.messageId, id)).prepare('reactions_clear').execute();
}
