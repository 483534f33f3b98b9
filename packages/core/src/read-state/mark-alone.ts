import { sql } from 'drizzle-orm';
import { accessInChannel, type ChannelAccess } from '../channels/access.js';
import { appendAlone } from '../log/append-alone.js';
import { headOf } from '../log/snapshot.js';
import { userStream } from '../log/streams.js';
import type { ActorContext } from '../procedures/context.js';
import { READS_ITEM } from '../procedures/read-items-sql.js';
import type { ChannelUnread } from '../protocol/records/channel-unread.js';
import { toChannelUnread, type UnreadText } from './record.js';
import { channelList, joinNewest, unreadText } from './unread-statement.js';

/** What marking a message as read would make of a position, and the position of the user's stream at that instant. */
interface Outlook {
  readonly readSeq: number;
  readonly seq: number;
  readonly unread: UnreadText;
  /** Whether items of the inbox would be read with it. */
  readonly hasItems: boolean;
  readonly userSeq: number;
}

const me = sql`${sql.placeholder('user')}::uuid`;
const list = channelList(me, sql`read`);

const readOutlook = accessInChannel(
  'read_state_outlook',
  sql<Outlook | null>`(
    select json_build_object('readSeq', member.read_seq, 'seq', read.seq, 'unread', ${unreadText(list)},
      'hasItems', exists (select from notifications item where ${sql.raw(READS_ITEM)}), 'userSeq', ${headOf(me)})
    from channels channel
    join channel_members member on member.channel_id = channel.id and member.user_id = ${me}
    join stream_heads head on head.id = channel.id
    cross join lateral (
      select seq, seq as read_seq, message.id as read_message_id, member.set_back_seq, member.user_id, member.channel_id,
        null::uuid as thread_id
      from messages message
      where message.id = ${sql.placeholder('message')}::uuid and message.channel_id = channel.id) read
    ${joinNewest(list)}
    where channel.id = channels.id)`,
);

const move = appendAlone(
  `
    select from channel_members where channel_id = $5 and user_id = $1 and read_seq = $6::text::bigint for no key update`,
  `
    update channel_members member set read_seq = $7::text::bigint, read_message_id = $8
    from head where member.channel_id = $5 and member.user_id = head.id`,
);

/** What came of a mark, and the channel in which it was made. */
export interface Marked {
  readonly channel: ChannelAccess;
  readonly data: ChannelUnread;
}

/**
 * Moves the caller's position forward in two statements, without a transaction: the second one writes only where the
 * caller's stream has not moved since the first. Whatever changes a position, or adds an item that it would read, moves that stream. Null
 * for all that this cannot do; then nothing is written. Throws `CHANNEL_NOT_FOUND` or `NOT_A_CHANNEL_MEMBER`.
 */
export async function markAlone(
  ctx: ActorContext,
  channelId: string,
  messageId: string,
): Promise<Marked | null> {
  const { userId } = ctx.actor;
  const { channel, value: outlook } = await readOutlook(
    ctx,
    { channelId, action: 'markRead' },
    { message: messageId },
  );
  if (outlook === null || outlook.hasItems || outlook.seq <= outlook.readSeq) return null;
  const { readSeq, seq, userSeq } = outlook;
  const data = toChannelUnread(outlook.unread);
  const event = { type: 'read.updated', data: { ...data, threadId: null } } as const;
  const isMoved = await move(ctx, { stream: userStream(userId), seq: userSeq, event }, [
    channel.id,
    String(readSeq),
    String(seq),
    messageId,
  ]);
  return isMoved ? { channel, data } : null;
}
