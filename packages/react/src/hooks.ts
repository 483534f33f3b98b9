import type {
  AnyChannel,
  Channel,
  ChannelGroup,
  DirectMessage,
  Me,
  Message,
  Server,
  ServerMember,
} from '@palaver/client';
import {
  type Connection,
  type Inbox,
  type ListResource,
  type MessageList,
  type MessageToSend,
  type OutgoingMessage,
  type ResourceState,
  resources,
  type StoreState,
  selectChannel,
  selectChannels,
  selectGroups,
  selectIdle,
  selectInbox,
  selectMessages,
  selectOnline,
  selectTyping,
  selectUnread,
  selectUnreadOf,
  stateOf,
  type Unread,
  type UnreadTotal,
} from '@palaver/client/store';
import { useCallback, useMemo } from 'react';
import { useStore } from './provider.js';
import {
  type ListActions,
  type LoadedList,
  useList,
  useListActions,
  useResource,
  useSelected,
  useWatched,
} from './use-state-of.js';

/** Whether something is known: `loading`, `ready` or `gone`. */
export type Status = ResourceState<unknown>['status'];
const NONE: readonly never[] = [];

const connectionOf = ({ connection }: StoreState) => connection;
const meOf = (state: StoreState) => stateOf(state, resources.me).value;

/** How well the store knows what the service has: `status` (`connecting`, `catching-up`, `live`, `offline`, `signed-out`, `refused`) and `since`. */
export function useConnection(): Connection {
  return useSelected(connectionOf);
}

/** The person's own account; null while it is not known. */
export function useMe(): Me | null {
  return useSelected(meOf);
}

export interface Servers {
  readonly status: Status;
  readonly servers: readonly Server[];
}

/** The `servers` of the person, newest first, and the `status`. */
export function useServers(): Servers {
  const { status, value } = useResource(resources.servers);
  const servers = value?.items ?? NONE;
  return useMemo(() => ({ status, servers }), [status, servers]);
}

export interface DirectMessages {
  readonly status: Status;
  readonly dms: readonly DirectMessage[];
}

/** The `dms` of the person, newest first, and the `status`. */
export function useDirectMessages(): DirectMessages {
  const { status, value } = useResource(resources.dms);
  const dms = value?.items ?? NONE;
  return useMemo(() => ({ status, dms }), [status, dms]);
}

export interface Channels {
  readonly status: Status;
  /** In the order of a sidebar; `groupId` says in which group each is. */
  readonly channels: readonly Channel[];
  readonly groups: readonly ChannelGroup[];
}

/** The `channels` of a server that the person sees and their `groups`, in the order of a sidebar, and the `status`. */
export function useChannels(serverId: string): Channels {
  const { status } = useResource(useMemo(() => resources.channelsOf(serverId), [serverId]));
  useWatched(useMemo(() => resources.groupsOf(serverId), [serverId]));
  const channels = useSelected(useMemo(() => selectChannels(serverId), [serverId]));
  const groups = useSelected(useMemo(() => selectGroups(serverId), [serverId]));
  return useMemo(() => ({ status, channels, groups }), [status, channels, groups]);
}

/** A channel or a direct message; null while it is not known, and when it is gone. */
export function useChannel(channelId: string): AnyChannel | null {
  useWatched(useMemo(() => resources.channel(channelId), [channelId]));
  return useSelected(useMemo(() => selectChannel(channelId), [channelId]));
}

/** The people and bots of a server, newest account first: `value.items`, and `loadOlder`. */
export function useMembers(serverId: string): LoadedList<ServerMember> {
  return useList(useMemo(() => resources.membersOf(serverId), [serverId]));
}

export type Messages = MessageList & ListActions;

/** The `messages` of a channel, oldest first, those that are on their way (`outgoing`), `hasOlder`, `hasNewer`, `loading`, `stale`, `status`, and `loadOlder`, `loadNewer`, `showAround(id)`, `showLatest`. */
export function useMessages(channelId: string): Messages {
  return useMessageList(
    useMemo(() => resources.messagesOf(channelId), [channelId]),
    channelId,
    null,
  );
}

export interface Thread extends Messages {
  /** The first message; null while it is not known, and after it was deleted. */
  readonly root: Message | null;
}

/** The same of the replies of a thread, and its first message (`root`). */
export function useThread(channelId: string, threadId: string): Thread {
  const { value: root } = useResource(
    useMemo(() => resources.message(threadId, channelId), [threadId, channelId]),
  );
  const replies = useMessageList(
    useMemo(() => resources.repliesOf(threadId, channelId), [threadId, channelId]),
    channelId,
    threadId,
  );
  return useMemo(() => ({ ...replies, root }), [replies, root]);
}

function useMessageList(list: ListResource<Message>, channelId: string, threadId: string | null): Messages {
  useWatched(list);
  const selector = useMemo(() => selectMessages(list, { channelId, threadId }), [list, channelId, threadId]);
  const shown = useSelected(selector);
  const actions = useListActions(list);
  return useMemo(() => ({ ...shown, ...actions }), [shown, actions]);
}

/** What is unread of a channel: `unreadCount`, `mentionCount`, `firstUnreadMessageId`, `lastReadMessageId`, `capped`; null where the person is no member. */
export function useUnread(channelId: string): Unread | null {
  return useSelected(useMemo(() => selectUnread(channelId), [channelId]));
}

/** How many `channels` of a server have something unread, and the `mentions`; with null, of direct messages. */
export function useUnreadTotal(serverId: string | null): UnreadTotal {
  return useSelected(useMemo(() => selectUnreadOf(serverId), [serverId]));
}

export interface Typing {
  /** The ids of those who are typing, without the person. */
  readonly userIds: readonly string[];
  /** Tells the others that the person is typing. Call it for each key. */
  readonly type: () => void;
}

/** The `userIds` of those who are typing, and `type()` to tell the others. */
export function useTyping(channelId: string): Typing {
  const store = useStore();
  const userIds = useSelected(useMemo(() => selectTyping(channelId), [channelId]));
  const type = useCallback(() => store.typing(channelId), [store, channelId]);
  return useMemo(() => ({ userIds, type }), [userIds, type]);
}

/** Sends to a channel or a thread. The message is shown at once, among the `outgoing` of `useMessages`. */
export type Send = (
  content: string,
  carried?: Pick<MessageToSend, 'alsoInChannel' | 'attachmentIds' | 'files'>,
) => OutgoingMessage;

/**
 * A function `(content, { files, attachmentIds, alsoInChannel }?)` that sends, and returns the message as it is shown meanwhile.
 */
export function useSend(channelId: string, threadId: string | null = null): Send {
  const store = useStore();
  return useCallback(
    (content, carried = {}) => store.send({ channelId, threadId, content, ...carried }),
    [store, channelId, threadId],
  );
}

export type Notifications = Inbox & Pick<ListActions, 'loadOlder'>;

/** The inbox, newest first: `items`, `unreadCount` of those that are loaded, `hasOlder`, `loadOlder`. */
export function useNotifications(): Notifications {
  useWatched(resources.notifications);
  const inbox = useSelected(selectInbox);
  const { loadOlder } = useListActions(resources.notifications);
  return useMemo(() => ({ ...inbox, loadOlder }), [inbox, loadOlder]);
}

/** Whether somebody is online; the person is while the store is connected. */
export function usePresence(userId: string): boolean {
  return useSelected(useMemo(() => selectOnline(userId), [userId]));
}

/** Whether somebody who is online is away; `useStore().idle(true)` says so of the person. */
export function useIdle(userId: string): boolean {
  return useSelected(useMemo(() => selectIdle(userId), [userId]));
}
