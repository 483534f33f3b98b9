import { type Queryable, statement, type Transaction, tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import { isReadable } from '../channels/readable-sql.js';
import { iso } from '../kernel/sql/instant.js';
import type { SavedMark } from '../protocol/records/saved-message.js';

const { messages, savedMessages } = tables;

/** Whether a saved message, `saved`, is still there and its owner may read it now. */
export const IS_SHOWN = `exists (
  select from messages message where message.id = saved.message_id and message.deleted_at is null
    and ${isReadable('message.channel_id', 'saved.user_id')})`;

const isOf = (userId: string, messageId: string) =>
  and(eq(savedMessages.userId, userId), eq(savedMessages.messageId, messageId));

/** What somebody has saved of a message; null where they have not. */
export async function findSaved(q: Queryable, userId: string, messageId: string): Promise<SavedMark | null> {
  const { id, savedAt, remindAt } = savedMessages;
  const [row] = await q
    .select({ id, messageId: messages.id, channelId: messages.channelId, savedAt, remindAt })
    .from(savedMessages)
    .innerJoin(messages, eq(messages.id, savedMessages.messageId))
    .where(isOf(userId, messageId));
  return row ? { ...row, savedAt: iso(row.savedAt), remindAt: row.remindAt && iso(row.remindAt) } : null;
}

/** How many messages somebody has saved, also those that they do not see now. */
export function countSaved(q: Queryable, userId: string): Promise<number> {
  return q.$count(savedMessages, eq(savedMessages.userId, userId));
}

export async function insertSaved(
  tx: Transaction,
  userId: string,
  { id, messageId, savedAt, remindAt }: SavedMark,
): Promise<void> {
  const instants = { savedAt: new Date(savedAt), remindAt: remindAt === null ? null : new Date(remindAt) };
  await tx.insert(savedMessages).values({ id, userId, messageId, ...instants });
}

/** Changes when somebody is to be reminded of a message that they have saved. */
export async function updateRemindAt(
  tx: Transaction,
  userId: string,
  messageId: string,
  remindAt: Date | null,
): Promise<void> {
  await tx.update(savedMessages).set({ remindAt }).where(isOf(userId, messageId));
}

/** Returns false where there was nothing to remove. */
export async function deleteSaved(tx: Transaction, userId: string, messageId: string): Promise<boolean> {
  const removed = await tx
    .delete(savedMessages)
    .where(isOf(userId, messageId))
    .returning({ id: savedMessages.id });
  return removed.length > 0;
}

const removeHidden = statement<{ messageId: string }>(`
  delete from saved_messages item
  using (
    select user_id, message_id from saved_messages saved where saved.user_id = $1 and not ${IS_SHOWN}
    order by id limit $2::text::integer) hidden
  where item.user_id = hidden.user_id and item.message_id = hidden.message_id
  returning item.message_id as "messageId"`);

/** Removes the oldest of what somebody has saved and does not see any more, at most `limit`. Returns their messages. */
export async function deleteHidden(tx: Transaction, userId: string, limit: number): Promise<string[]> {
  const removed = await removeHidden(tx, [userId, String(limit)]);
  return removed.map(({ messageId }) => messageId);
}
