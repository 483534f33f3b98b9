import { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { AsJson } from '../kernel/sql/json-rows.js';
import type { Attachment } from '../protocol/records/attachment.js';
import type { Message } from '../protocol/records/message.js';
import type { User } from '../protocol/records/user.js';

const { messages } = tables;

/**
 * The fields of a record that are not read from the row of the message. The channel is the same for a whole list: its id
 * in each row would make a page 4 % slower.
 */
type RelatedFields = Pick<Message, 'channelId' | 'user' | 'reactions' | 'attachments'>;
type OwnFields = Omit<Message, keyof RelatedFields>;

/** The columns of all other fields. A field of `Message` without a column does not compile. */
export const messageColumns = {
  id: messages.id,
  userId: messages.userId,
  content: messages.content,
  edited: messages.edited,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
  threadId: messages.threadId,
  replyCount: messages.replyCount,
} satisfies Pick<typeof messages, keyof OwnFields>;

/** The row of a message in a JSON list. */
export type MessageJson = AsJson<Pick<InferSelectModel<typeof messages>, keyof OwnFields>>;

/** The record of a stored message. */
export function toMessage(row: MessageJson, related: RelatedFields): Message {
  const { id, userId, content, edited, createdAt, updatedAt, threadId, replyCount } = row;
  const { channelId, user, reactions, attachments } = related;
  return {
    id,
    channelId,
    userId,
    content,
    edited,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    threadId,
    user,
    replyCount,
    reactions,
    attachments,
  };
}

/** The record of a message that is being posted. */
export function newMessage(fresh: {
  readonly id: string;
  readonly channelId: string;
  readonly author: User;
  readonly threadId: string | null;
  readonly content: string;
  /** ISO 8601. */
  readonly at: string;
  readonly attachments: readonly Attachment[];
}): Message {
  const { id, channelId, author, threadId, content, at, attachments } = fresh;
  return {
    id,
    channelId,
    userId: author.id,
    content,
    edited: false,
    createdAt: at,
    updatedAt: at,
    threadId,
    user: author,
    replyCount: 0,
    reactions: [],
    attachments: [...attachments],
  };
}
