import { plainArrayLiteral, type Queryable, statement } from '@palaver/db';
import { isReadable } from '../channels/readable-sql.js';
import { UNREAD_MAX } from '../protocol/records/channel-unread.js';
import { RECEIPTS_MEMBERS_MAX } from '../protocol/records/receipt.js';

/** A member of a channel that shows receipts, who shows their own. */
export interface ReceiptRow {
  readonly channelId: string;
  readonly userId: string;
  /** Null for who has neither read nor posted since they joined. */
  readonly lastReadMessageId: string | null;
}

/**
 * A position is what somebody has named or a later message of their own, as in `unreadRow`; the newest messages of a
 * channel are walked once for all members. Those who may not read it are left out: they are in channels of a server for a
 * moment after they have left it, and in those that an override denies to them.
 */
const read = statement<ReceiptRow>(`
  with shown as materialized (
    select channel.id, channel.server_id from channels channel
    where channel.id = any($1::text::uuid[]) and channel.deleted_at is null
      and (channel.is_dm or (channel.read_receipts and channel.member_count <= ${RECEIPTS_MEMBERS_MAX}))
  ), own as (
    select shown.id as channel_id, walked.user_id, max(walked.seq) as seq
    from shown cross join lateral (
      select messages.seq, messages.user_id from messages
      where messages.channel_id = shown.id and messages.thread_id is null and messages.deleted_at is null
      order by messages.seq desc limit ${UNREAD_MAX + 1}) walked
    group by shown.id, walked.user_id
  )
  select shown.id as "channelId", member.user_id as "userId",
    case when own.seq is null then member.read_message_id else (
      select messages.id from messages
      where messages.channel_id = shown.id and messages.thread_id is null and messages.deleted_at is null and messages.seq = own.seq)
    end as "lastReadMessageId"
  from shown
  join channel_members member on member.channel_id = shown.id
  join users person on person.id = member.user_id and person.read_receipts and not person.bot
  left join own on own.channel_id = shown.id and own.user_id = member.user_id
    and own.seq > greatest(member.read_seq, member.set_back_seq)
  where ${isReadable('shown.id', 'member.user_id')}
  order by member.user_id desc`);

/** The people of some channels who show their positions and see those of the others, where the channel shows them. */
export function readReceipts(q: Queryable, channelIds: readonly string[]): Promise<readonly ReceiptRow[]> {
  return read(q, [plainArrayLiteral(channelIds)]);
}
