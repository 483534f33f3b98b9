import { tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import { type ChannelLookup, findStandingsWith, requireAction } from '../channels/access.js';
import type { Standing } from '../channels/permissions.js';
import { showsReceipts } from '../channels/receipts.js';
import { batched } from '../kernel/concurrency/batched.js';
import { AppError } from '../kernel/errors/app-error.js';
import { appendTogether, type ExpectedWrite } from '../log/append-together.js';
import { headOf } from '../log/snapshot.js';
import { userStream } from '../log/streams.js';
import type { WriteContext } from '../log/transact.js';
import type { Mark, Marked, Marks } from '../procedures/marks.js';
import { READS_ITEM } from '../procedures/read-items-sql.js';
import { toChannelUnread, type UnreadText } from './record.js';
import { channelList, joinNewest, unreadText } from './unread-statement.js';

const { channels } = tables;

/** As many marks are read, and written, in one statement. */
const TOGETHER_MAX = 100;

/** What marking a message as read would make of a position, and the position of the user's stream at that instant. */
interface Outlook {
  readonly readSeq: number;
  readonly seq: number;
  readonly unread: UnreadText;
  /** Whether items of the inbox would be read with it. */
  readonly hasItems: boolean;
  readonly userSeq: number;
}

interface Found extends Standing {
  readonly memberCount: number;
  readonly readReceipts: boolean;
  readonly outlook: Outlook | null;
}

const me = sql`asked.user_id`;
const list = channelList(me, sql`read`);

const findOutlooks = findStandingsWith<Found>(
  'read_state_outlooks',
  sql`, ${channels.memberCount} as "memberCount", ${channels.readReceipts} as "readReceipts", (
    select json_build_object('readSeq', member.read_seq, 'seq', read.seq, 'unread', ${unreadText(list)},
      'hasItems', exists (select from notifications item where ${sql.raw(READS_ITEM)}), 'userSeq', ${headOf(me)})
    from channels channel
    join channel_members member on member.channel_id = channel.id and member.user_id = ${me}
    join stream_heads head on head.id = channel.id
    cross join lateral (
      select seq, seq as read_seq, message.id as read_message_id, member.set_back_seq, member.user_id, member.channel_id,
        null::uuid as thread_id
      from messages message
      where message.id = asked.about_id and message.channel_id = channel.id) read
    ${joinNewest(list)}
    where channel.id = ${channels.id}) as "outlook"`,
);

/** A position that is to be moved. */
interface Move extends Mark {
  readonly readSeq: number;
  readonly seq: number;
}

const moveTogether = appendTogether<Move>(
  [
    ['channel_id', 'uuid', ({ channelId }) => channelId],
    ['read_seq', 'bigint', ({ readSeq }) => readSeq],
    ['seq', 'bigint', ({ seq }) => seq],
    ['message_id', 'uuid', ({ messageId }) => messageId],
  ],
  {
    target: `channel_members target on target.channel_id = asked.channel_id and target.user_id = asked.stream_id
      and target.read_seq = asked.read_seq`,
    change: `
    update channel_members member set read_seq = head.seq, read_message_id = head.message_id
    from head where member.channel_id = head.channel_id and member.user_id = head.stream_id`,
  },
);

/**
 * Marks that come at the same time, as those of all who watch a channel do, share a statement that reads and one that writes. The
 * second writes only where the caller's stream has not moved since the first. Whatever changes a position, or adds an item that it
 * would read, moves that stream.
 */
export function marksTogether(services: WriteContext['services']): Marks {
  const find = batched(
    (lookups: readonly ChannelLookup[]) => findOutlooks(services.db, lookups),
    TOGETHER_MAX,
  );
  const write = batched(
    (writes: ReadonlyArray<ExpectedWrite<Move>>) => moveTogether(services, writes),
    TOGETHER_MAX,
  );
  return {
    move: async (mark, request): Promise<Marked | null> => {
      const { userId, channelId, messageId } = mark;
      const found = await find({ userId, channelId, aboutId: messageId });
      const channel = requireAction(found, 'markRead');
      const { outlook } = channel;
      if (outlook === null || outlook.hasItems || outlook.seq <= outlook.readSeq) return null;
      // Nobody hears this answer.
      if (request?.isAbandoned()) throw new AppError('BUSY');
      const { readSeq, seq, userSeq } = outlook;
      const unread = toChannelUnread(outlook.unread);
      const event = { type: 'read.updated', data: { ...unread, threadId: null } } as const;
      const values = { ...mark, readSeq, seq };
      const isMoved = await write({ stream: userStream(userId), seq: userSeq, event, values });
      return isMoved ? { unread, showsReceipts: showsReceipts(channel) } : null;
    },
  };
}
