import { index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { channels } from './channels.js';
import { id, instant } from './columns.js';
import { users } from './users.js';

/** What people have begun to write: one text in each channel and in each thread (docs/drafts.md). */
export const drafts = pgTable(
  'drafts',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channelId: id('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** The first message of the thread; null for the channel itself. */
    threadId: id('thread_id'),
    content: text('content').notNull(),
    attachmentIds: jsonb('attachment_ids').$type<readonly string[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    unique('drafts_place_key').on(t.userId, t.channelId, t.threadId).nullsNotDistinct(),
    index('drafts_channel_idx').on(t.channelId, t.userId),
  ],
);
