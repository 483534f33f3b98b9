import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';

const keep = statement(`
  update channel_members member set read_seq = message.seq, read_message_id = message.id
  from (
    select distinct on (channel_id, user_id) id, channel_id, user_id, seq from messages
    where id = any($1::text::uuid[]) and thread_id is null order by channel_id, user_id, seq desc) message
  where member.channel_id = message.channel_id and member.user_id = message.user_id
    and member.read_seq < message.seq and member.set_back_seq < message.seq`);

/**
 * Stores the positions that messages gave their authors, before the messages are deleted: a position never goes back by
 * itself.
 */
export async function keepPositions(tx: Transaction, messageIds: readonly string[]): Promise<void> {
  await keep(tx, [plainArrayLiteral(messageIds)]);
}
