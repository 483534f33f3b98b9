import { bigint, boolean, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { id } from './columns.js';
import { messages } from './messages.js';

/**
 * Whom the messages mention: `target_id` is a user, or the channel itself for `@channel`. The row of a message that says
 * `@here` and not `@channel` has the channel with `here`; it counts for nobody. Unread mentions of a person in a channel are
 * those with the person and those with the channel, after a position.
 */
export const messageMentions = pgTable(
  'message_mentions',
  {
    targetId: id('target_id').notNull(),
    channelId: id('channel_id').notNull(),
    /** Of the message, in its channel. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    messageId: id('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    threadId: id('thread_id'),
    /** The `seq` of the event by which the message began to mention the target: an edit mentions only whom it adds. */
    addedSeq: bigint('added_seq', { mode: 'number' }).notNull(),
    here: boolean('here').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.targetId, t.channelId, t.seq] }),
    index('message_mentions_message_idx').on(t.messageId),
  ],
);
