import { statement, type Transaction } from '@palaver/db';

const keep = statement(`
  update thread_follows follow set read_seq = reply.seq, read_message_id = reply.id from messages reply
  where reply.id = $1 and follow.user_id = reply.user_id and follow.root_id = reply.thread_id
    and follow.read_seq < reply.seq and follow.set_back_seq < reply.seq`);

/** Stores the position that a reply gave its author, before the reply is deleted. */
export async function keepThreadPosition(tx: Transaction, messageId: string): Promise<void> {
  await keep(tx, [messageId]);
}
