import { withoutReaction, withReaction } from '../messages/reactions.js';
import type { Event } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import { change, type Page } from './lists.js';
import type { Change, Reducer } from './view.js';

/** Where a list of messages is: the channel's own, or the thread of a message. */
export interface MessagePage extends Page<Message> {
  readonly threadId: string | null;
}

/** `messages.list` and `messages.thread`. */
export const messagePage: Reducer<MessagePage> = (page, event) => {
  if (event.type === 'message.created' && event.data.threadId === page.threadId) {
    if (!page.newest) return null;
    const { seq, ...message } = event.data;
    return withItems(page, [message, ...page.items]);
  }
  if (event.type === 'message.deleted' && event.data.threadId === page.threadId) {
    return withItems(
      page,
      page.items.filter(({ id }) => id !== event.data.id),
    );
  }
  const touched = touchedBy(event);
  const items = touched && change(page.items, ({ id }) => id === touched.id, touched.to);
  return items && withItems(page, items);
};

/** `messages.get`; null once it is deleted. */
export const message: Reducer<Message | null> = (state, event) => {
  if (event.type === 'message.deleted' && event.data.id === state?.id) return { state: null };
  const touched = touchedBy(event);
  return state && touched?.id === state.id ? { state: touched.to(state) } : null;
};

function withItems(page: MessagePage, items: readonly Message[]): Change<MessagePage> {
  return { state: { ...page, items } };
}

interface Touched {
  readonly id: string;
  readonly to: (message: Message) => Message;
}

/** The message that an event changes, be it by a reply to it, and how. */
function touchedBy(event: Event): Touched | null {
  switch (event.type) {
    case 'message.created':
      return counted(event.data.threadId, 1);
    case 'message.deleted':
      return counted(event.data.threadId, -1);
    case 'message.updated': {
      const { seq, ...updated } = event.data;
      return { id: updated.id, to: () => updated };
    }
    case 'reaction.added':
    case 'reaction.removed': {
      const { messageId, emoji, userId } = event.data;
      const react = event.type === 'reaction.added' ? withReaction : withoutReaction;
      const to = (old: Message) => ({ ...old, reactions: react(old.reactions, emoji, userId) });
      return { id: messageId, to };
    }
    default:
      return null;
  }
}

function counted(rootId: string | null, by: 1 | -1): Touched | null {
  if (rootId === null) return null;
  return { id: rootId, to: (root) => ({ ...root, replyCount: root.replyCount + by }) };
}
