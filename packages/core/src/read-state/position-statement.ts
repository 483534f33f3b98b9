import { type SQL, sql } from 'drizzle-orm';
import { IS_READ_BY_MEMBER } from '../channels/readable-sql.js';

/**
 * A channel as `channelPositions` selects it: `channelId,serverId,lastReadMessageId,archived,channelSeq`, and where its log
 * goes on beyond the position also `,readSeq,setBackSeq,mentioned`. Null is empty, and what is true is `t`.
 */
export type PositionText = string;

/** How far somebody has read a channel. */
export interface ChannelPosition {
  readonly channelId: string;
  readonly serverId: string | null;
  /** The last message that they have named. */
  readonly lastReadMessageId: string | null;
  readonly archived: boolean;
  readonly channelSeq: number;
  /** Null where the log of the channel ends at the position, and where it is archived: nothing is unread. */
  readonly behind: Behind | null;
}

/** A position that the log goes on beyond. */
export interface Behind {
  readonly readSeq: number;
  readonly setBackSeq: number;
  /** Whether a later message mentions them, or all. */
  readonly isMentioned: boolean;
}

/**
 * Selects how far the user `me` has read, as `PositionText`s between semicolons, newest channel first. `which` is a
 * condition on `channel`, a living channel that the user is a member of, and in whose server they are; those that an
 * override denies them to read are left out. It asks no index of messages, which is most of what counting costs.
 */
export function channelPositions(me: SQL, which: SQL, serverId: SQL): SQL<PositionText> {
  return sql`(
    select coalesce(string_agg(concat_ws(',',
      channel.id, ${serverId}, coalesce(member.read_message_id::text, ''), channel.archived, head.last_seq,
      case when head.last_seq > member.read_seq and not channel.archived then concat_ws(',',
        member.read_seq, member.set_back_seq, exists (
          select from message_mentions mention
          where mention.target_id = any(array[${me}, channel.id]) and mention.channel_id = channel.id and not mention.here
            and mention.thread_id is null and mention.seq > member.read_seq)) end
    ), ';' order by channel.id desc), '')
    from channel_members member
    join channels channel on channel.id = member.channel_id
    join stream_heads head on head.id = channel.id
    where member.user_id = ${me} and channel.deleted_at is null and ${which} and ${sql.raw(IS_READ_BY_MEMBER)}
  )`;
}

/** Reads what `channelPositions` has selected; `serverId` is that of channels whose text does not name it. */
export function toChannelPositions(texts: PositionText, serverId: string | null): ChannelPosition[] {
  return texts === '' ? [] : texts.split(';').map((text) => toChannelPosition(text, serverId));
}

function toChannelPosition(text: PositionText, ofServer: string | null): ChannelPosition {
  const [channelId = '', serverId, lastReadMessageId, archived, channelSeq, readSeq, setBackSeq, mentioned] =
    text.split(',');
  const behind =
    readSeq === undefined
      ? null
      : { readSeq: Number(readSeq), setBackSeq: Number(setBackSeq), isMentioned: mentioned === 't' };
  return {
    channelId,
    serverId: serverId || ofServer,
    lastReadMessageId: lastReadMessageId || null,
    archived: archived === 't',
    channelSeq: Number(channelSeq),
    behind,
  };
}
