import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, indexedForm, instant, isOlderForm } from './columns.js';
import { messages } from './messages.js';

/**
 * What search knows of the messages that are not deleted (docs/search.md, The index). A consumer of the log writes it,
 * so that no post waits for it: an index of the contents on `messages` would be written by the statement that posts.
 */
export const messageSearch = pgTable(
  'message_search',
  {
    messageId: id('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** The server of the channel, or the direct message itself. */
    scopeId: id('scope_id').notNull(),
    channelId: id('channel_id').notNull(),
    userId: id('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    hasFile: boolean('has_file').notNull(),
    hasLink: boolean('has_link').notNull(),
    /** What the message shows, folded, and behind a line feed what was typed, where that differs. */
    content: text('content').notNull(),
    form: indexedForm('form'),
    /** Numbers of the parts of words, of the author and of the channel; the scope is part of each. */
    grams: integer('grams').array().notNull(),
  },
  (t) => [
    index('message_search_scope_idx').on(t.scopeId, t.messageId),
    // A list of what is not yet in the index is read by each search, so it stays short. The unit is a kilobyte.
    index('message_search_grams_idx').using('gin', t.grams).with({ gin_pending_list_limit: 512 }),
    // It is empty but after an upgrade.
    index('message_search_older_idx').on(t.messageId).where(isOlderForm(t.form)),
  ],
);

/** A row while messages from before there was search are not all in the index: those with an id below are missing. */
export const messageSearchBackfill = pgTable('message_search_backfill', { below: id('below').primaryKey() });
