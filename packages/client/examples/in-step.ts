import { isPalaverError, type PalaverClient, type PalaverOutputs } from '@palaver/client';

export type Message = PalaverOutputs['messages']['get'];

/**
 * Keeps the latest messages of a channel as the service has them, oldest first, and gives them after each change.
 * It listens first and reads then, so what happens meanwhile is in both: each event is applied so that once more
 * changes nothing.
 */
export async function* inStep(palaver: PalaverClient, channelId: string): AsyncGenerator<Message[], void> {
  const { api, events } = palaver;
  let messages: Map<string, Message> | null = null;
  const read = async () => {
    const latest = await api.messages.list.query({ channelId, limit: 100 });
    return new Map(latest.reverse().map((message) => [message.id, message]));
  };

  for await (const event of events.subscribe({ channels: [channelId] })) {
    if (messages === null || event.type === 'resync') messages = await read();
    switch (event.type) {
      case 'message.created':
      case 'message.updated': {
        const { seq, ...message } = event.data;
        const isNew = event.type === 'message.created' && message.threadId === null;
        if (isNew || messages.has(message.id)) messages.set(message.id, message);
        if (event.type === 'message.created') await recount(message.threadId);
        break;
      }
      case 'message.deleted':
        messages.delete(event.data.id);
        await recount(event.data.threadId);
        break;
      case 'reaction.added':
      case 'reaction.removed': {
        const message = messages.get(event.data.messageId);
        if (message) messages.set(message.id, withReaction(message, event));
        break;
      }
    }
    yield [...messages.values()];
  }

  /** A count is the one thing that is not the same when it is done twice. */
  async function recount(rootId: string | null): Promise<void> {
    const root = rootId === null ? undefined : messages?.get(rootId);
    if (!root) return;
    try {
      const { replyCount } = await api.messages.get.query({ messageId: root.id });
      messages?.set(root.id, { ...root, replyCount });
    } catch (error) {
      // It has been deleted since, which the stream is about to say.
      if (!isPalaverError(error, 'MESSAGE_NOT_FOUND')) throw error;
    }
  }
}

interface ReactionEvent {
  readonly type: 'reaction.added' | 'reaction.removed';
  readonly data: { readonly emoji: string; readonly userId: string };
}

function withReaction(message: Message, { type, data: { emoji, userId } }: ReactionEvent): Message {
  const known = message.reactions.some((reaction) => reaction.emoji === emoji);
  const reactions = known ? message.reactions : [...message.reactions, { emoji, count: 0, users: [] }];
  const change = (users: string[]) => {
    if (type === 'reaction.removed') return users.filter((id) => id !== userId);
    return users.includes(userId) ? users : [...users, userId];
  };
  return {
    ...message,
    reactions: reactions
      .map((reaction) => ({
        ...reaction,
        users: reaction.emoji === emoji ? change(reaction.users) : reaction.users,
      }))
      .map((reaction) => ({ ...reaction, count: reaction.users.length }))
      .filter(({ count }) => count > 0),
  };
}
