import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { messages } from './messages.js';

/** The earlier texts of edited messages. They go with the message. */
export const messageEdits = pgTable(
  'message_edits',
  {
    messageId: id('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** The position of the `message.updated` that replaced the text. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    content: text('content').notNull(),
    userId: id('user_id').notNull(),
    editedAt: instant('edited_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.seq] })],
);
