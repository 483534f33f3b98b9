import { type Queryable, tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';

const { messages } = tables;

/** The `seq` of a message of a channel, deleted or not; null where the channel has no such message. */
export async function findSeq(q: Queryable, channelId: string, messageId: string): Promise<number | null> {
  const [row] = await q
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.channelId, channelId)))
    .prepare('messages_find_seq')
    .execute();
  return row?.seq ?? null;
}
