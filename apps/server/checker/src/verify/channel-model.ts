import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@palaver/core';
import type { Message } from '../history/final-state.js';

/** The state of a channel according to its log. Written without the service's own code, so that it is independent. */
export interface ChannelModel {
  readonly messages: Map<string, Message>;
  readonly members: Set<string>;
  /** In the order in which they were pinned. */
  readonly pinnedIds: Set<string>;
  /** Events that contradict the events before them, described. */
  readonly contradictions: string[];
}

/** Replays the events of one channel, in order, from the empty state. */
export function replayChannel(events: readonly Event[]): ChannelModel {
  const model: ChannelModel = {
    messages: new Map(),
    members: new Set(),
    pinnedIds: new Set(),
    contradictions: [],
  };
  for (const event of events) apply(model, event);
  return model;
}

function apply(model: ChannelModel, { type, data }: Event): void {
  const { messages, members, pinnedIds, contradictions } = model;
  switch (type) {
    case 'message.created': {
      const { seq, superseded, nonce, ...message } = data;
      messages.set(message.id, message);
      addReply(messages, message);
      break;
    }
    case 'message.updated': {
      const { seq, superseded, ...message } = data;
      compareSnapshot(model, message, seq);
      messages.set(message.id, message);
      break;
    }
    case 'message.deleted':
      if (!messages.delete(data.id)) contradictions.push(`${data.seq} deletes a message that does not exist`);
      removeReply(messages, data);
      pinnedIds.delete(data.id);
      break;
    case 'reaction.added':
      update(messages, data.messageId, (message) => withReaction(message, data.emoji, data.userId));
      break;
    case 'reaction.removed':
      update(messages, data.messageId, (message) => withoutReaction(message, data.emoji, data.userId));
      break;
    case 'message.pinned': {
      const { messageId, userId, pinnedAt } = data;
      if (pinnedIds.has(messageId)) contradictions.push(`${data.seq} pins what is pinned`);
      pinnedIds.add(messageId);
      update(messages, messageId, (message) => ({ ...message, pinnedAt, pinnedBy: userId }));
      break;
    }
    case 'message.unpinned':
      if (!pinnedIds.delete(data.messageId)) contradictions.push(`${data.seq} unpins what is not pinned`);
      update(messages, data.messageId, (message) => ({ ...message, pinnedAt: null, pinnedBy: null }));
      break;
    case 'member.joined':
      members.add(data.user.id);
      break;
    case 'member.left':
      members.delete(data.userId);
      break;
  }
}

/** `message.updated` carries the whole message. All that the edit did not change must equal the model. */
function compareSnapshot({ messages, contradictions }: ChannelModel, message: Message, seq: number): void {
  const before = messages.get(message.id);
  const { content, edited, updatedAt } = message;
  if (!before || !isDeepStrictEqual({ ...before, content, edited, updatedAt }, message))
    contradictions.push(`${seq} carries ${JSON.stringify(message)}, the log gives ${JSON.stringify(before)}`);
}

function update(messages: Map<string, Message>, id: string, change: (message: Message) => Message): void {
  const message = messages.get(id);
  if (message) messages.set(id, change(message));
}

function addReply(messages: Map<string, Message>, { threadId, userId, createdAt }: Message): void {
  if (threadId === null) return;
  update(messages, threadId, (root) => ({
    ...root,
    replyCount: root.replyCount + 1,
    lastReplies: [{ userId, createdAt }, ...root.lastReplies].slice(0, 5),
  }));
}

function removeReply(
  messages: Map<string, Message>,
  { threadId, lastReplies }: Pick<Message, 'threadId' | 'lastReplies'>,
): void {
  if (threadId === null) return;
  update(messages, threadId, (root) => ({ ...root, replyCount: root.replyCount - 1, lastReplies }));
}

function withReaction(message: Message, emoji: string, userId: string): Message {
  const { reactions } = message;
  if (!reactions.some((reaction) => reaction.emoji === emoji))
    return { ...message, reactions: [...reactions, { emoji, count: 1, users: [userId] }] };
  const added = reactions.map((reaction) =>
    reaction.emoji === emoji
      ? { emoji, count: reaction.count + 1, users: [...reaction.users, userId] }
      : reaction,
  );
  return { ...message, reactions: added };
}

function withoutReaction(message: Message, emoji: string, userId: string): Message {
  const reactions = message.reactions.flatMap((reaction) => {
    if (reaction.emoji !== emoji) return [reaction];
    const users = reaction.users.filter((id) => id !== userId);
    return users.length === 0 ? [] : [{ emoji, count: users.length, users }];
  });
  return { ...message, reactions };
}
