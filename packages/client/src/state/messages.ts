import type { Event, Message } from '../service.js';
import { changeOne, idOf, isInList, type Page, withoutId } from './lists.js';
import { withoutReaction, withReaction } from './reactions.js';
import { type ListResource, list, plain, type SingleResource } from './resource.js';
import type { Change, Reducer } from './view.js';

/** A page of a channel's messages, or of one thread. */
export interface MessagePage extends Page<Message> {
  /** The id of the thread's first message; null for the list of the channel. */
  readonly threadId: string | null;
}

/** `messages.list` and `messages.thread`. A reply that is in the list of its channel as well changes its root there, too. */
export const reduceMessagePage: Reducer<MessagePage> = (page, event) => {
  const update = updateOf(event);
  const changed = update && changeOne(page.items, update.id, update.to);
  const items = membersOf(page, event, changed ?? page.items) ?? changed;
  return items && withItems(page, items);
};

/** With a message that an event brings to the list, or without one that it takes; null for any other event. */
function membersOf(page: MessagePage, event: Event, items: readonly Message[]): readonly Message[] | null {
  if (event.type !== 'message.created' && event.type !== 'message.deleted') return null;
  if (!isInList(event.data, page.threadId)) return null;
  if (event.type === 'message.deleted') return withoutId(items, event.data.id);
  if (!page.newest) return null;
  const { seq, superseded, nonce, ...message } = event.data;
  return [message, ...items];
}

/** The history of a channel. */
export const messagesOf = (channelId: string): ListResource<Message> =>
  list({
    key: `messages/${channelId}`,
    of: channelId,
    ask: (api, page) => api.messages.list.query({ channelId, ...page }),
    reduce: (page, event) => reduceMessagePage({ ...page, threadId: null }, event),
    idOf,
  });

/** The replies of a thread, which its first message names. */
export const repliesOf = (threadId: string, channelId: string): ListResource<Message> =>
  list({
    key: `thread/${threadId}`,
    of: channelId,
    ask: (api, page) => api.messages.thread.query({ messageId: threadId, ...page }),
    reduce: (page, event) => reduceMessagePage({ ...page, threadId }, event),
    idOf,
  });

/** `messages.get`; null after the message is deleted. */
export const reduceMessage: Reducer<Message | null> = (message, event) => {
  if (event.type === 'message.deleted' && event.data.id === message?.id) return { state: null };
  const update = updateOf(event);
  return message && update?.id === message.id ? { state: update.to(message) } : null;
};

/** One message, such as the first one of a thread; null after it is deleted. */
export const message = (messageId: string, channelId: string): SingleResource<Message | null> =>
  plain({
    key: `message/${messageId}`,
    of: channelId,
    ask: (api) => api.messages.get.query({ messageId }),
    reduce: reduceMessage,
  });

/** `messages.pins`. A message that is pinned comes with the list when it is read again. */
export const reducePins: Reducer<readonly Message[]> = (pins, event) => {
  if (event.type === 'message.pinned') return { state: pins, stale: true };
  const goneId =
    event.type === 'message.deleted'
      ? event.data.id
      : event.type === 'message.unpinned' && event.data.messageId;
  const left = pins.filter(({ id }) => id !== goneId);
  const update = updateOf(event);
  return { state: (update && changeOne(left, update.id, update.to)) ?? left };
};

export const pinsOf = (channelId: string): SingleResource<readonly Message[]> =>
  plain({
    key: `pins/${channelId}`,
    of: channelId,
    ask: (api) => api.messages.pins.query({ channelId }),
    reduce: reducePins,
  });

function withItems(page: MessagePage, items: readonly Message[]): Change<MessagePage> {
  return { state: { ...page, items } };
}

interface Update {
  readonly id: string;
  readonly to: (message: Message) => Message;
}

/** The message that an event changes, and how. A reply changes the first message of its thread. */
function updateOf(event: Event): Update | null {
  switch (event.type) {
    case 'message.created':
      return replyUpdate(event.data.threadId, 1, withReply(event.data));
    case 'message.deleted':
      return replyUpdate(event.data.threadId, -1, () => event.data.lastReplies);
    case 'message.updated': {
      const { seq, superseded, ...updated } = event.data;
      return { id: updated.id, to: () => updated };
    }
    case 'reaction.added':
    case 'reaction.removed': {
      const { messageId, emoji, userId } = event.data;
      const react = event.type === 'reaction.added' ? withReaction : withoutReaction;
      const to = (old: Message) => ({ ...old, reactions: react(old.reactions, emoji, userId) });
      return { id: messageId, to };
    }
    case 'message.pinned': {
      const { messageId, pinnedAt, userId } = event.data;
      return { id: messageId, to: (old) => ({ ...old, pinnedAt, pinnedBy: userId }) };
    }
    case 'message.unpinned':
      return { id: event.data.messageId, to: (old) => ({ ...old, pinnedAt: null, pinnedBy: null }) };
    default:
      return null;
  }
}

type LastReplies = Message['lastReplies'];

/** As many as the service sends (`lastReplies` of docs/records.md). */
const LAST_REPLIES_MAX = 5;

const withReply =
  ({ userId, createdAt }: LastReplies[number]) =>
  (before: LastReplies): LastReplies =>
    [{ userId, createdAt }, ...before].slice(0, LAST_REPLIES_MAX);

function replyUpdate(
  threadId: string | null,
  by: 1 | -1,
  lastOf: (before: LastReplies) => LastReplies,
): Update | null {
  if (threadId === null) return null;
  const to = (root: Message) => ({
    ...root,
    replyCount: root.replyCount + by,
    lastReplies: lastOf(root.lastReplies),
  });
  return { id: threadId, to };
}
