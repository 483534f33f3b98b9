import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { users } from './users.js';

/**
 * Messages that are to be posted later (docs/scheduled-messages.md). A row goes in the transaction that posts the message. Its
 * instants are those of the database's clock. The channel is no foreign key: the author hears of a message whose channel is gone.
 */
export const scheduledMessages = pgTable(
  'scheduled_messages',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channelId: id('channel_id').notNull(),
    /** The first message of the thread; null for a message in the channel itself. */
    threadId: id('thread_id'),
    alsoInChannel: boolean('also_in_channel').notNull().default(false),
    content: text('content').notNull(),
    attachmentIds: jsonb('attachment_ids').$type<readonly string[]>().notNull(),
    sendAt: instant('send_at').notNull(),
    /** Why it was not sent: a code of the service's errors, and its sentence; null while it is to be sent. */
    failureCode: text('failure_code'),
    failureError: text('failure_error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('scheduled_messages_due_idx').on(t.sendAt, t.id).where(sql`${t.failureCode} is null`),
    index('scheduled_messages_user_idx').on(t.userId, t.sendAt),
  ],
);
