import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { messages } from './messages.js';
import { users } from './users.js';

/** What people have saved for themselves. `id` is the order of somebody's list. */
export const savedMessages = pgTable(
  'saved_messages',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messageId: id('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    id: id('id').notNull(),
    savedAt: instant('saved_at').notNull(),
    /** Null for no reminder, and once it has come. */
    remindAt: instant('remind_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messageId] }),
    unique('saved_messages_order_key').on(t.userId, t.id),
    index('saved_messages_due_idx').on(t.remindAt, t.id).where(sql`${t.remindAt} is not null`),
    // For the purge of a removed channel.
    index('saved_messages_message_idx').on(t.messageId),
  ],
);
