import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { Message } from '../protocol/records/message.js';
import { GROUPED } from './mentions/rows.js';

/** What brings a thread back to those who have stopped following it. The row of who began the thread has the position 0. */
const AGAIN = `
  on conflict (user_id, root_id) do update set following = true, announced = false,
    read_seq = greatest(thread_follows.read_seq, excluded.read_seq)
  where not thread_follows.following and excluded.read_seq > 0`;

/** A common table expression for the statement that writes posts: the roots of threads count them. */
export const countReplies = `counted as (
    update messages root set reply_count = root.reply_count + replies.count
    from (select thread_id, count(*) from post where thread_id is not null group by thread_id) replies
    where root.id = replies.thread_id
  )`;

/**
 * Common table expressions for the statement that writes posts: whoever replies follows the thread from the reply on, who
 * began it from its beginning on, and those whom `mentioned` selects (user_id, root_id, channel_id, read_seq).
 */
export const followsOfReplies = (mentioned = '') => `, followed as (
    insert into thread_follows (user_id, root_id, channel_id, read_seq)
    select distinct on (user_id, root_id) user_id, root_id, channel_id, read_seq from (
      select user_id, thread_id as root_id, channel_id, seq as read_seq from post where thread_id is not null
      union all
      select root.user_id, root.id, root.channel_id, 0 from post join messages root on root.id = post.thread_id
      ${mentioned}
    ) follower order by user_id, root_id, read_seq desc${AGAIN}
  )`;

const follow = statement(`
  insert into thread_follows (user_id, root_id, channel_id, read_seq)
  select mentioned.id, reply.thread_id, reply.channel_id, reply.seq - 1
  from messages reply cross join lateral (
    select * from unnest($2::text::uuid[]) mentioned (id)
    union
    select belonging.user_id from unnest($3::text::uuid[]) added (group_id)
    ${GROUPED('added.group_id', 'reply.channel_id')}
  ) mentioned where reply.id = $1${AGAIN}`);

/** Lets the people whom an edit of a reply adds to its mentions follow the thread. */
export async function followByMention(tx: Transaction, before: Message, after: Message): Promise<void> {
  const added = after.mentions.userIds.filter((id) => !before.mentions.userIds.includes(id));
  const groups = after.mentions.groupIds.filter((id) => !before.mentions.groupIds.includes(id));
  if (after.threadId === null || added.length + groups.length === 0) return;
  await follow(tx, [after.id, plainArrayLiteral(added), plainArrayLiteral(groups)]);
}
