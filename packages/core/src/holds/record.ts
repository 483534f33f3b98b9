import { iso } from '../kernel/sql/instant.js';
import type { HeldMessage, Hold } from '../protocol/records/hold.js';
import type { HeldFileRow, HeldMessageRow, HoldRow } from './queries.js';

export function toHold({ createdAt, ...row }: HoldRow): Hold {
  return { ...row, createdAt: iso(createdAt) };
}

/** A text that was taken away, with those of the files that were the message's. */
export function toHeldMessage(row: HeldMessageRow, files: readonly HeldFileRow[]): HeldMessage {
  const { id, messageId, seq, channelId, threadId, userId, content, metadata, createdAt, takenAt } = row;
  const isDeleted = seq === 0;
  return {
    id,
    messageId,
    channelId,
    threadId,
    userId,
    content,
    metadata,
    createdAt: iso(createdAt),
    takenAt: iso(takenAt),
    isDeleted,
    files: files
      .filter((file) => file.messageId === messageId)
      // What an edit took away went with the text before it.
      .filter((file) => isDeleted || file.takenAt.getTime() === takenAt.getTime())
      .map((file) => ({
        id: file.id,
        filename: file.filename,
        mimeType: file.mimeType,
        sizeBytes: file.sizeBytes,
      })),
  };
}
