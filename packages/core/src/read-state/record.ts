import { type ChannelUnread, UNREAD_MAX } from '../protocol/records/channel-unread.js';

/**
 * A channel as `unreadChannels` selects it: `channelId,serverId,lastReadMessageId,firstUnreadMessageId,unread,mentions,archived,channelSeq`,
 * where null is empty, `archived` is `t` or `f`, and `unread` is up to one more than the highest count. Text, because
 * Postgres spends a quarter of the call for 500 channels on the same as JSON.
 */
export type UnreadText = string;

/** Several, between semicolons. */
export type UnreadTexts = string;

export function toChannelUnreads(texts: UnreadTexts): ChannelUnread[] {
  return texts === '' ? [] : texts.split(';').map(toChannelUnread);
}

/** The record as the service sends it. */
export function toChannelUnread(text: UnreadText): ChannelUnread {
  const [channelId = '', serverId, lastReadMessageId, firstUnreadId, unread, mentions, archived, channelSeq] =
    text.split(',');
  const count = Number(unread);
  const capped = count > UNREAD_MAX;
  return {
    channelId,
    serverId: serverId || null,
    lastReadMessageId: lastReadMessageId || null,
    firstUnreadMessageId: capped ? null : firstUnreadId || null,
    unreadCount: Math.min(count, UNREAD_MAX),
    mentionCount: Number(mentions),
    capped,
    archived: archived === 't',
    channelSeq: Number(channelSeq),
  };
}
