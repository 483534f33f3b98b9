import { streamIdOf } from '../events/frames.js';
import type { ChannelUnread, Event, Message } from '../service.js';
import { isClosed } from './channels.js';
import { change, isInList } from './lists.js';
import { type SingleResource, single } from './resource.js';
import type { Change, Reducer } from './view.js';

/** `readState.list`, `.getForServer` and `.getForChannel`. It follows the stream of each channel in the list. */
export interface UnreadList {
  readonly items: readonly ChannelUnread[];
  /** The server of the list, or its only channel; null for all channels. */
  readonly of: string | null;
  /** The user who read the list. */
  readonly userId: string;
}

const NOTHING = { firstUnreadMessageId: null, unreadCount: 0, mentionCount: 0, capped: false };

export const reduceUnread: Reducer<UnreadList> = (list, event) => {
  const streamId = streamIdOf(event);
  const item = list.items.find(({ channelId }) => channelId === streamId);
  if (item && event.data.seq <= item.channelSeq) return null;
  return membershipChange(list, event) ?? (item ? withEvent(list, item, event) : ownRead(list, event));
};

/** An event that adds a channel to the list makes it stale: how far its log is, only an answer can tell. */
function membershipChange(list: UnreadList, event: Event): Change<UnreadList> | null {
  const joined = (serverId: string | null) =>
    list.of === null || list.of === serverId ? { state: list, stale: true } : null;
  switch (event.type) {
    case 'server.joined':
      return joined(event.data.server.id);
    case 'channel.created':
      // One that has events already is open again, and who has been a member of it still is.
      return isClosed(event.data) || event.data.createdBy === list.userId || event.data.since > 1
        ? joined(event.data.serverId)
        : null;
    case 'channel.hidden':
      return joined(event.data.serverId);
    case 'member.updated':
      // With another role they may see other channels.
      return event.data.userId === list.userId ? joined(event.data.serverId) : null;
    case 'member.joined': {
      const { user, channelId, serverId } = event.data;
      return user.id === list.userId && channelId !== null ? joined(serverId) : null;
    }
    case 'member.left':
      return event.data.userId === list.userId ? without(list, event.data) : null;
    case 'access.revoked':
      return without(list, event.data);
    case 'channel.deleted':
      return without(list, { channelId: event.data.id, serverId: null });
    case 'server.deleted':
      return without(list, { channelId: null, serverId: event.data.id });
    default:
      return null;
  }
}

/** Without a channel or, where `channelId` is null, without those of a server. */
function without(
  list: UnreadList,
  gone: { readonly channelId: string | null; readonly serverId: string | null },
): Change<UnreadList> {
  const isGone = (item: ChannelUnread) =>
    gone.channelId === null ? item.serverId === gone.serverId : item.channelId === gone.channelId;
  const goneId = gone.channelId ?? gone.serverId ?? '';
  const unfollow = [goneId, ...list.items.filter(isGone).map(({ channelId }) => channelId)];
  return {
    state: { ...list, items: list.items.filter((item) => !isGone(item)) },
    unfollow,
    // Whether the user is back there, only an answer can tell.
    stale: unfollow.includes(list.of ?? ''),
  };
}

/** The position moved, on any device. */
function ownRead(list: UnreadList, event: Event): Change<UnreadList> | null {
  if (event.type !== 'read.updated' || event.data.threadId !== null) return null;
  const { streamId, seq, threadId, ...unread } = event.data;
  const old = list.items.find(({ channelId }) => channelId === unread.channelId);
  // Messages that came after the count are in the list already: only an answer can tell which of them are unread.
  return old && unread.channelSeq < old.channelSeq ? { state: list, stale: true } : replace(list, unread);
}

/** The channel with an event of its stream. */
function withEvent(list: UnreadList, old: ChannelUnread, event: Event): Change<UnreadList> | null {
  const item = { ...old, channelSeq: event.data.seq };
  const stale = () => ({ ...replace(list, item), stale: true });
  switch (event.type) {
    case 'message.created': {
      const { id, userId, mentions } = event.data;
      if (!isInList(event.data, null)) break;
      if (userId === list.userId) return replace(list, { ...item, ...NOTHING, lastReadMessageId: id });
      // Who is in a group, only an answer can tell.
      if (mentionsGroup(mentions) && !mentionsMe(list, mentions)) return stale();
      if (mentionsMe(list, mentions)) item.mentionCount = Math.min(item.mentionCount + 1, 1_000);
      if (item.capped) break;
      const { unreadCount, firstUnreadMessageId } = item;
      return unreadCount === 1_000
        ? stale()
        : replace(list, {
            ...item,
            unreadCount: unreadCount + 1,
            firstUnreadMessageId: firstUnreadMessageId ?? id,
          });
    }
    case 'message.updated': {
      // Whom it named before, only an answer can tell.
      const { mentions } = event.data;
      const isCounted = item.mentionCount > 0 || mentionsMe(list, mentions) || mentionsGroup(mentions);
      if (isInList(event.data, null) && item.unreadCount > 0 && isCounted) return stale();
      break;
    }
    case 'message.deleted':
      // Whether it was unread, only an answer can tell.
      return isInList(event.data, null) && item.unreadCount > 0 ? stale() : replace(list, item);
    case 'channel.updated':
      // What had been read of it, only an answer can tell.
      if (event.data.archived !== item.archived) return stale();
  }
  return replace(list, item);
}

/** An event from before there were mentions has none. */
function mentionsMe({ userId }: UnreadList, mentions: Message['mentions'] | undefined): boolean {
  return mentions !== undefined && (mentions.channel || mentions.userIds.includes(userId));
}

function mentionsGroup(mentions: Message['mentions'] | undefined): boolean {
  return mentions !== undefined && mentions.groupIds.length > 0;
}

function replace(list: UnreadList, item: ChannelUnread): Change<UnreadList> {
  const items = change(
    list.items,
    ({ channelId }) => channelId === item.channelId,
    () => item,
  );
  return { state: { ...list, items: items ?? list.items } };
}

/** With a channel that is read up to its newest message. */
export function readToEnd(list: UnreadList, channelId: string, messageId: string): UnreadList {
  const items = change(
    list.items,
    (item) => item.channelId === channelId,
    (item) => ({ ...item, ...NOTHING, lastReadMessageId: messageId }),
  );
  return items ? { ...list, items } : list;
}

/** What is unread in all channels. */
export const unread: SingleResource<UnreadList> = /* @__PURE__ */ single({
  key: 'unread',
  ask: (api) => api.readState.list.query(),
  begin: (items, userId) => ({ items, of: null, userId }),
  reduce: reduceUnread,
  complete: async (view) => {
    const positions = view.state.items.map(({ channelId, channelSeq }) => [channelId, channelSeq] as const);
    return { ...view, cursors: { ...Object.fromEntries(positions), ...view.cursors } };
  },
});
