import type { AnyChannel, Channel, ChannelGroup, ChannelUnread, Message, Notification } from '../service.js';
import * as resources from '../state/nouns.js';
import { comparePositions } from '../state/positions.js';
import type { ListResource, ListState, ResourceState } from '../state/resource.js';
import { isSame, keepSame } from './equality.js';
import type { OutgoingMessage } from './outgoing-message.js';
import { afterChanges } from './pending-changes.js';
import type { Selector } from './selection.js';
import { type StoreState, stateOf } from './store-state.js';

/** The messages of a channel or a thread, as they are shown. */
export interface MessageList {
  readonly status: ResourceState<unknown>['status'];
  /** Oldest first, with the changes that are on their way. */
  readonly messages: readonly Message[];
  /** What the person has written after them, oldest first. */
  readonly outgoing: readonly OutgoingMessage[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly loading: ListState<Message>['loading'];
  readonly stale: boolean;
}

const NONE: readonly never[] = [];

/** The messages of a list, with what the person has written and changed and the service has not told of yet. */
export function selectMessages(
  list: ListResource<Message>,
  { channelId, threadId }: Pick<OutgoingMessage, 'channelId' | 'threadId'>,
): Selector<MessageList> {
  const shown = new ShownMessages();
  const isHere = (each: OutgoingMessage) => each.channelId === channelId && each.threadId === threadId;
  let outgoing: readonly OutgoingMessage[] = NONE;
  return (state) => {
    const { status, value, stale } = stateOf(state, list);
    const { items = NONE, hasOlder = false, hasNewer = false, loading = null } = value ?? {};
    outgoing = keepSame(outgoing, state.outgoing.filter(isHere));
    return { status, messages: shown.of(state, items), outgoing, hasOlder, hasNewer, loading, stale };
  };
}

/** Messages, oldest first, with the changes that are on their way. What has not changed keeps its identity. */
class ShownMessages {
  #from: readonly unknown[] = NONE;
  #messages: readonly Message[] = NONE;

  of({ pending, userId }: StoreState, items: readonly Message[]): readonly Message[] {
    const from = [pending, userId, items];
    if (isSame(from, this.#from)) return this.#messages;
    this.#from = from;
    const shown = items.flatMap((message) => {
      const changes = pending.get(message.id);
      return changes ? (afterChanges(message, changes, userId ?? '') ?? []) : message;
    });
    this.#messages = keepSame(this.#messages, shown.reverse());
    return this.#messages;
  }
}

/** What is unread of a channel; null where the person is no member, and while it is not known. */
export type Unread = Omit<ChannelUnread, 'channelSeq'>;

export function selectUnread(channelId: string): Selector<Unread | null> {
  return (state) => {
    const found = stateOf(state, resources.unread).value?.items.find((item) => item.channelId === channelId);
    if (!found) return null;
    const { channelSeq, ...shown } = found;
    return shown;
  };
}

export interface UnreadTotal {
  /** How many channels have something unread. */
  readonly channels: number;
  readonly mentions: number;
}

/** What is unread in a server; with null, in direct messages. */
export function selectUnreadOf(serverId: string | null): Selector<UnreadTotal> {
  return (state) => {
    const items = stateOf(state, resources.unread).value?.items ?? NONE;
    const here = items.filter((item) => item.serverId === serverId && item.unreadCount > 0);
    return { channels: here.length, mentions: here.reduce((sum, { mentionCount }) => sum + mentionCount, 0) };
  };
}

/** The channels of a server in the order of a sidebar. */
export function selectChannels(serverId: string): Selector<readonly Channel[]> {
  const list = resources.channelsOf(serverId);
  return inOrder((state) => stateOf(state, list).value?.items);
}

/** The groups of channels of a server in the order of a sidebar. */
export function selectGroups(serverId: string): Selector<readonly ChannelGroup[]> {
  const list = resources.groupsOf(serverId);
  return inOrder((state) => stateOf(state, list).value);
}

/** Sorts the same items once. */
function inOrder<Item extends Channel | ChannelGroup>(
  select: Selector<readonly Item[] | null | undefined>,
): Selector<readonly Item[]> {
  let last: readonly Item[] | null | undefined;
  let sorted: readonly Item[] = NONE;
  return (state) => {
    const items = select(state);
    if (items !== last) sorted = [...(items ?? NONE)].sort(comparePositions);
    last = items;
    return sorted;
  };
}

/** A channel or a direct message by its id, from any list that has it. */
export function selectChannel(channelId: string): Selector<AnyChannel | null> {
  const single = resources.channel(channelId);
  return (state) => stateOf(state, single).value?.channel ?? null;
}

export function selectTyping(channelId: string): Selector<readonly string[]> {
  return ({ typing }) => typing.get(channelId) ?? NONE;
}

/** Whether somebody is online. The service tells a person nothing of themselves: they are while this store is connected. */
export function selectOnline(userId: string): Selector<boolean> {
  return (state) =>
    state.online.has(userId) ||
    (userId === state.userId &&
      (state.connection.status === 'live' || state.connection.status === 'catching-up'));
}

/** Whether somebody is online and away. */
export function selectIdle(userId: string): Selector<boolean> {
  return ({ idle }) => idle.has(userId);
}

/** The items of the inbox, newest first, and how many of those that are loaded are unread. */
export interface Inbox extends Omit<ListState<Notification>, 'hasNewer'> {
  readonly unreadCount: number;
}

export const selectInbox: Selector<Inbox> = (state) => {
  const {
    items = NONE,
    hasOlder = false,
    loading = null,
  } = stateOf(state, resources.notifications).value ?? {};
  const unreadCount = items.filter(({ readAt }) => readAt === null).length;
  return { items, hasOlder, loading, unreadCount };
};
