import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import { iso } from '../kernel/sql/instant.js';
import type { AsJson } from '../kernel/sql/json-rows.js';
import type { Attachment } from '../protocol/records/attachment.js';
import type { Message, Reaction } from '../protocol/records/message.js';
import type { User } from '../protocol/records/user.js';
import { type PublicUserRow, toUser } from '../users/record.js';

export type MessageRow = InferSelectModel<typeof tables.messages>;

/** A message with all that its record is made of. */
export interface FullMessage extends Omit<MessageRow, 'seq' | 'deletedAt'> {
  readonly user: PublicUserRow;
  readonly reactions: Reaction[];
  readonly attachments: Attachment[];
}

/** What a record is made of besides the message's own row. */
interface Belongings {
  readonly channelId: string;
  readonly user: User;
  readonly reactions: Reaction[];
  readonly attachments: Attachment[];
}

/** The columns of a message's own row that leave. */
type OwnRow = Omit<FullMessage, keyof Belongings>;

/** The record as it leaves the service. */
export function toMessage(message: FullMessage): Message {
  return messageRecord(message, { ...message, user: toUser(message.user) });
}

/** The same, from a row in memory or in JSON, where the records of what belongs to it are made already. */
export function messageRecord(
  row: OwnRow | AsJson<OwnRow>,
  { channelId, user, reactions, attachments }: Belongings,
): Message {
  const { id, userId, content, edited, createdAt, updatedAt, threadId, replyCount } = row;
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
