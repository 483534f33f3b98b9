import { plainArrayLiteral, statement, type Transaction } from '@palaver/db';
import type { Message } from '../protocol/records/message.js';
import { GROUPED } from './mentions/rows.js';
import { threadOf } from './thread-root.js';

/**
 * Brings a thread back to people who have stopped following it. The person who began the thread has a row with the position 0.
 * A row with a message also moves the position of a person who follows already: the channel counts that reply, and the thread does not.
 */
const AGAIN = `
  on conflict (user_id, root_id) do update set following = true,
    announced = thread_follows.announced and thread_follows.following,
    read_seq = greatest(thread_follows.read_seq, excluded.read_seq),
    read_message_id = coalesce(excluded.read_message_id, thread_follows.read_message_id)
  where excluded.read_seq > 0 and (not thread_follows.following
    or excluded.read_message_id is not null and excluded.read_seq > thread_follows.read_seq)`;

/**
 * Common table expressions for the statement that writes posts: `reply` has the replies among them, and the thread finds those that the list of
 * the channel has as well. `alsoInThread` is the SQL of the thread of such a one.
 */
export const replies = (alsoInThread: string): string => `reply as materialized (
    select id, channel_id, user_id, seq, coalesce(thread_id, also_in_thread) as root_id,
      also_in_thread is not null as is_also_in_channel
    from (select post.*, (${alsoInThread})::uuid as also_in_thread from post) placed
    where coalesce(thread_id, also_in_thread) is not null
  ), also_listed as (
    insert into channel_replies (message_id, root_id, seq)
    select id, root_id, seq from reply where is_also_in_channel
  )`;

/** A common table expression for the statement that writes posts: the roots of threads count them. */
export const countReplies = `counted as (
    update messages root set reply_count = root.reply_count + replies.count
    from (select root_id, count(*) from reply group by root_id) replies
    where root.id = replies.root_id
  )`;

/**
 * Common table expressions for the statement that writes posts: whoever replies follows the thread from the reply on, who
 * began it from its beginning on, and those whom `mentioned` selects (user_id, root_id, channel_id, read_seq, null).
 */
export const followsOfReplies = (mentioned = '') => `, followed as (
    insert into thread_follows (user_id, root_id, channel_id, read_seq, read_message_id)
    select distinct on (user_id, root_id) user_id, root_id, channel_id, read_seq, read_message_id from (
      select user_id, root_id, channel_id, seq as read_seq, case when is_also_in_channel then id end as read_message_id
      from reply
      union all
      select root.user_id, root.id, root.channel_id, 0, null from reply join messages root on root.id = reply.root_id
      ${mentioned}
    ) follower order by user_id, root_id, read_seq desc${AGAIN}
  )`;

const follow = statement(`
  insert into thread_follows (user_id, root_id, channel_id, read_seq)
  select mentioned.id, ${threadOf('reply')}, reply.channel_id, reply.seq - 1
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
