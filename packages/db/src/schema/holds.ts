import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, metadata } from './columns.js';

/** What an admin of the service keeps from being lost: a server with its channels, or one channel (docs/retention.md, Legal hold). */
export const holds = pgTable(
  'holds',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id'),
    channelId: id('channel_id'),
    reason: text('reason').notNull(),
    /** Null for the operator. */
    createdBy: id('created_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('holds_server_idx').on(t.serverId),
    index('holds_channel_idx').on(t.channelId),
    check('holds_of_one', sql`num_nonnulls(${t.serverId}, ${t.channelId}) = 1`),
    check('holds_reason_length', sql`char_length(${t.reason}) between 1 and 512`),
  ],
);

/**
 * Texts that were edited or deleted under a hold. Triggers on `messages` and `message_edits` write them, so that no way to take a text
 * away forgets it; a post fires none.
 */
export const heldMessages = pgTable(
  'held_messages',
  {
    id: id('id').primaryKey(),
    messageId: id('message_id').notNull(),
    /** The position of the edit that replaced the text; 0 for the text of a deleted message. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    serverId: id('server_id'),
    channelId: id('channel_id').notNull(),
    threadId: id('thread_id'),
    userId: id('user_id').notNull(),
    content: text('content').notNull(),
    metadata: metadata(),
    /** When the message was posted. */
    createdAt: instant('created_at').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [
    uniqueIndex('held_messages_text_key').on(t.messageId, t.seq),
    index('held_messages_server_idx').on(t.serverId, t.id),
    index('held_messages_channel_idx').on(t.channelId, t.id),
  ],
);

/** Attachments of messages that were deleted under a hold; their files stay. A trigger on `attachments` writes them. */
export const heldAttachments = pgTable(
  'held_attachments',
  {
    id: id('id').primaryKey(),
    messageId: id('message_id').notNull(),
    serverId: id('server_id'),
    channelId: id('channel_id').notNull(),
    uploaderId: id('uploader_id').notNull(),
    filename: text('filename').notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: instant('created_at').notNull(),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [
    index('held_attachments_message_idx').on(t.messageId),
    index('held_attachments_server_idx').on(t.serverId, t.id),
    index('held_attachments_channel_idx').on(t.channelId, t.id),
  ],
);
