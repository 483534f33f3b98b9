import { type SQL, sql } from 'drizzle-orm';
import { IS_READ_BY_MEMBER } from '../channels/readable-sql.js';
import { UNREAD_MAX } from '../protocol/records/channel-unread.js';
import type { UnreadText, UnreadTexts } from './record.js';

/** A list of messages of which somebody has read a part. */
export interface ReadList {
  /** The condition on `messages` to be in the list and not deleted: that of an index by `seq`. */
  readonly inList: SQL;
  /** The condition on `mention`, a row of `message_mentions`, that its message is in the list. */
  readonly mentioned: SQL;
  /** The alias of the row that has the position. */
  readonly position: SQL;
  readonly me: SQL;
}

/**
 * Joins what follows a position as `newest`: the newest messages are walked, at most one more than are counted. Where
 * the log of the channel (`head`) ends at the position, no index is asked. An archived channel has nothing unread:
 * nobody can answer there.
 */
export function joinNewest({ inList, position, me }: ReadList): SQL {
  return sql`
    cross join lateral (
      select count(*) as count, min(walked.seq) as first_seq, max(walked.seq) filter (where walked.user_id = ${me}) as own_seq
      from (
        select messages.seq, messages.user_id from messages
        where ${inList} and messages.seq > ${position}.read_seq
          and head.last_seq > ${position}.read_seq and not channel.archived
          and (messages.user_id <> ${me} or messages.seq > ${position}.set_back_seq)
        order by messages.seq desc limit ${sql.raw(String(UNREAD_MAX + 1))}
      ) walked
    ) newest`;
}

/**
 * The fields of an `UnreadText`, for `newest`, `channel` and `head`. What somebody posts moves their position as if they had
 * named it, unless they have set it back since: so the messages after their last one count.
 */
export function unreadText({ inList, mentioned, position, me }: ReadList): SQL<UnreadText> {
  const afterOwn = sql`from messages where ${inList} and messages.seq > newest.own_seq`;
  const orEmpty = (value: SQL) => sql`coalesce((${value})::text, '')`;
  return sql`concat_ws(',',
    channel.id,
    ${orEmpty(sql`channel.server_id`)},
    ${orEmpty(sql`case when newest.own_seq is null then ${position}.read_message_id
      else (select messages.id from messages where ${inList} and messages.seq = newest.own_seq) end`)},
    ${orEmpty(sql`select messages.id from messages where newest.count > 0 and ${inList} and messages.seq =
      case when newest.own_seq is null then newest.first_seq else (select min(messages.seq) ${afterOwn}) end`)},
    case when newest.own_seq is null then newest.count else (select count(*) ${afterOwn}) end,
    case when newest.count = 0 then 0 else (
      select count(*) from (
        select distinct mention.message_id from message_mentions mention
        join messages on messages.id = mention.message_id and messages.user_id <> ${me}
        where mention.target_id = any(array[${me}, channel.id]) and mention.channel_id = channel.id and not mention.here
          and ${mentioned} and mention.seq > greatest(${position}.read_seq, newest.own_seq)
        limit ${sql.raw(String(UNREAD_MAX))}
      ) counted) end,
    channel.archived,
    head.last_seq)`;
}

/** The messages of `channel` outside of threads, which the user `me` has read as far as the row `position` says. */
export function channelList(me: SQL, position: SQL): ReadList {
  return {
    inList: sql`messages.channel_id = channel.id and messages.thread_id is null and messages.deleted_at is null`,
    mentioned: sql`mention.thread_id is null`,
    position,
    me,
  };
}

/**
 * Selects what the user `me` has not read, as an `UnreadTexts`. `which` is a condition on `channel`, a living channel
 * that the user is a member of, and in whose server they are; those that an override denies them to read are left out.
 * Nothing is stored but the position.
 */
export function unreadChannels(me: SQL, which: SQL): SQL<UnreadTexts> {
  const list = channelList(me, sql`member`);
  return sql`(
    select coalesce(string_agg(${unreadText(list)}, ';' order by channel.id desc), '')
    from channel_members member
    join channels channel on channel.id = member.channel_id
    join stream_heads head on head.id = channel.id
    ${joinNewest(list)}
    where member.user_id = ${me} and channel.deleted_at is null and ${which}
      and ${sql.raw(IS_READ_BY_MEMBER)}
  )`;
}
