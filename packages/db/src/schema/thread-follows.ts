import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { id } from './columns.js';
import { messages } from './messages.js';

/**
 * Who follows which thread, or has stopped to (`following` false), and how far they have read it: positions as in
 * `channel_members`. Who writes a reply, began the thread or is mentioned in it gets a row by the statement that posts.
 * `user_id` is no foreign key: its check would lock the account in that statement.
 */
export const threadFollows = pgTable(
  'thread_follows',
  {
    userId: id('user_id').notNull(),
    /** The first message of the thread. */
    rootId: id('root_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    channelId: id('channel_id').notNull(),
    following: boolean('following').notNull().default(true),
    readSeq: bigint('read_seq', { mode: 'number' }).notNull(),
    readMessageId: id('read_message_id'),
    setBackSeq: bigint('set_back_seq', { mode: 'number' }).notNull().default(0),
    /** Whether the person's stream has been told that they follow the thread. */
    announced: boolean('announced').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.rootId] }),
    index('thread_follows_root_idx').on(t.rootId),
    index('thread_follows_unannounced_idx').on(t.userId, t.rootId).where(sql`not ${t.announced}`),
  ],
);
