import { type ChannelUnread, UNREAD_MAX } from '../protocol/records/channel-unread.js';

/** A channel as `unreadChannels` selects it: in an array, since names in 500 objects would be half of the answer. */
export type UnreadRow = readonly [
  channelId: string,
  serverId: string | null,
  lastReadMessageId: string | null,
  firstUnreadId: string | null,
  /** Up to one more than the highest count. */
  unread: number,
  mentions: number,
  archived: boolean,
  channelSeq: number,
];

/** The record as the service sends it. */
export function toChannelUnread(row: UnreadRow): ChannelUnread {
  const [channelId, serverId, lastReadMessageId, firstUnreadId, unread, mentions, archived, channelSeq] = row;
  const capped = unread > UNREAD_MAX;
  return {
    channelId,
    serverId,
    lastReadMessageId,
    firstUnreadMessageId: capped ? null : firstUnreadId,
    unreadCount: Math.min(unread, UNREAD_MAX),
    mentionCount: mentions,
    capped,
    archived,
    channelSeq,
  };
}
