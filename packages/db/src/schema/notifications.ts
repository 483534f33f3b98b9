import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgEnum, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';

export const notificationKind = pgEnum('notification_kind', [
  'mention',
  'dm',
  'thread_reply',
  'channel',
  'keyword',
  'reminder',
]);

/**
 * The inboxes (docs/notifications.md). An item names what it is about and holds nothing of it. There are no foreign keys:
 * one message can make ten thousand items, and what is removed removes its items by statements of its own.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: id('id').primaryKey(),
    userId: id('user_id').notNull(),
    kind: notificationKind('kind').notNull(),
    serverId: id('server_id'),
    channelId: id('channel_id').notNull(),
    /** Null for an item of a channel, which counts messages. */
    messageId: id('message_id'),
    threadId: id('thread_id'),
    authorId: id('author_id'),
    /** Of the first and of the last message that the item counts, in their channel. */
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    count: integer('count').notNull().default(1),
    /** Whether nothing was to disturb the person when it came. */
    silent: boolean('silent').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    readAt: instant('read_at'),
    /** The mail that tells of it; null for none. It outlives the mail, so nothing is mailed twice. */
    mailId: id('mail_id'),
  },
  (t) => [
    index('notifications_user_idx').on(t.userId, t.id),
    index('notifications_channel_idx').on(t.channelId, t.userId),
    uniqueIndex('notifications_message_key').on(t.messageId, t.userId).where(sql`${t.messageId} is not null`),
    // Counting up changes no column of an index.
    uniqueIndex('notifications_counting_key')
      .on(t.channelId, t.userId)
      .where(sql`${t.messageId} is null and ${t.readAt} is null`),
    check('notifications_count', sql`${t.count} > 0`),
    check('notifications_names_message', sql`(${t.messageId} is null) = (${t.kind} = 'channel')`),
  ],
);
