import { statement, type Transaction } from '@palaver/db';

const keep = statement(`
  update channel_members member set read_seq = message.seq, read_message_id = message.id from messages message
  where message.id = $1 and message.thread_id is null
    and member.channel_id = message.channel_id and member.user_id = message.user_id
    and member.read_seq < message.seq and member.set_back_seq < message.seq`);

/**
 * Stores the position that a message gave its author, before the message is deleted: a position never goes back by
 * itself.
 */
export async function keepPosition(tx: Transaction, messageId: string): Promise<void> {
  await keep(tx, [messageId]);
}
