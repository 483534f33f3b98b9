import { type Queryable, statement } from '@palaver/db';

const find = statement<{ seq: string }>('select seq from messages where id = $1 and channel_id = $2');

/** The `seq` of a message of a channel, deleted or not; null where the channel has no such message. */
export async function findSeq(q: Queryable, channelId: string, messageId: string): Promise<number | null> {
  const [row] = await find(q, [messageId, channelId]);
  return row ? Number(row.seq) : null;
}
