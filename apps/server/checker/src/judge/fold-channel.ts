import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@palaver/core';
import type { Message } from '../history.js';

/** A channel as a client would know it that has heard everything. */
export interface Folded {
  readonly messages: Map<string, Message>;
  readonly members: Set<string>;
  /** Events that do not fit what came before them. */
  readonly surprises: string[];
}

/** Applies the events of one channel, in order, to nothing. */
export function foldChannel(events: readonly Event[]): Folded {
  const folded: Folded = { messages: new Map(), members: new Set(), surprises: [] };
  for (const event of events) apply(folded, event);
  return folded;
}

function apply(folded: Folded, { type, data }: Event): void {
  const { messages, members } = folded;
  switch (type) {
    case 'message.created': {
      const { seq, ...message } = data;
      messages.set(message.id, message);
      recount(messages, message.threadId, 1);
      break;
    }
    case 'message.updated': {
      const { seq, ...message } = data;
      expectSnapshot(folded, message, seq);
      messages.set(message.id, message);
      break;
    }
    case 'message.deleted':
      if (!messages.delete(data.id)) folded.surprises.push(`${data.seq} deletes what is not there`);
      recount(messages, data.threadId, -1);
      break;
    case 'reaction.added':
      change(messages, data.messageId, (message) => withReaction(message, data.emoji, data.userId));
      break;
    case 'reaction.removed':
      change(messages, data.messageId, (message) => withoutReaction(message, data.emoji, data.userId));
      break;
    case 'member.joined':
      members.add(data.user.id);
      break;
    case 'member.left':
      members.delete(data.userId);
      break;
  }
}

/** An edit carries the whole message; but for what was edited it must be what the log had made of it. */
function expectSnapshot({ messages, surprises }: Folded, message: Message, seq: number): void {
  const before = messages.get(message.id);
  const { content, edited, updatedAt } = message;
  if (!before || !isDeepStrictEqual({ ...before, content, edited, updatedAt }, message))
    surprises.push(`${seq} carries ${JSON.stringify(message)}, the log made ${JSON.stringify(before)}`);
}

function change(messages: Map<string, Message>, id: string, by: (message: Message) => Message): void {
  const message = messages.get(id);
  if (message) messages.set(id, by(message));
}

function recount(messages: Map<string, Message>, rootId: string | null, by: number): void {
  if (rootId !== null) change(messages, rootId, (root) => ({ ...root, replyCount: root.replyCount + by }));
}

function withReaction(message: Message, emoji: string, userId: string): Message {
  const { reactions } = message;
  if (!reactions.some((kind) => kind.emoji === emoji))
    return { ...message, reactions: [...reactions, { emoji, count: 1, users: [userId] }] };
  const grown = reactions.map((kind) =>
    kind.emoji === emoji ? { emoji, count: kind.count + 1, users: [...kind.users, userId] } : kind,
  );
  return { ...message, reactions: grown };
}

function withoutReaction(message: Message, emoji: string, userId: string): Message {
  const reactions = message.reactions.flatMap((kind) => {
    if (kind.emoji !== emoji) return [kind];
    const users = kind.users.filter((id) => id !== userId);
    return users.length === 0 ? [] : [{ emoji, count: users.length, users }];
  });
  return { ...message, reactions };
}
