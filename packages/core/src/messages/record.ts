import type { tables } from '@palaver/db';
import type { InferSelectModel } from 'drizzle-orm';
import type { Attachment } from '../attachments/schemas.js';
import { iso } from '../kernel/ids.js';
import { type PublicUserRow, toUser } from '../users/record.js';
import type { Message, Reaction } from './schemas.js';

export type MessageRow = InferSelectModel<typeof tables.messages>;

/** A message with all that its record is made of. */
export interface FullMessage extends Omit<MessageRow, 'seq' | 'deletedAt'> {
  readonly user: PublicUserRow;
  readonly reactions: Reaction[];
  readonly attachments: Attachment[];
}

/** The record as it leaves the service. */
export function toMessage(message: FullMessage): Message {
  const { id, channelId, userId, content, edited, createdAt, updatedAt, threadId } = message;
  const { user, replyCount, reactions, attachments } = message;
  return {
    id,
    channelId,
    userId,
    content,
    edited,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    threadId,
    user: toUser(user),
    replyCount,
    reactions,
    attachments,
  };
}
