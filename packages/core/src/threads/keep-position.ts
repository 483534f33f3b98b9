import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';

const keep = statement(`
  update thread_follows follow set read_seq = reply.seq, read_message_id = reply.id
  from (
    select distinct on (thread_id, user_id) id, thread_id, user_id, seq from messages
    where id = any($1::text::uuid[]) and thread_id is not null order by thread_id, user_id, seq desc) reply
  where follow.user_id = reply.user_id and follow.root_id = reply.thread_id
    and follow.read_seq < reply.seq and follow.set_back_seq < reply.seq`);

/** Stores the positions that replies gave their authors, before the replies are deleted. */
export async function keepThreadPositions(tx: Transaction, replyIds: readonly string[]): Promise<void> {
  if (replyIds.length > 0) await keep(tx, [plainArrayLiteral(replyIds)]);
}
