import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { channels } from './channels.js';
import { externalId, id, instant, metadata } from './columns.js';
import { users } from './users.js';

/** As in the record of a message. */
export interface StoredMentions {
  readonly userIds: string[];
  readonly groupIds: string[];
  readonly channel: boolean;
  readonly here: boolean;
}

/** The longest content that an operator can allow. */
export const CONTENT_CHARACTERS_MAX = 40_000;

/**
 * Only nodes of the release before read and write these. A trigger (migration 0002) keeps them and `extra` the same. The
 * next release drops both.
 */
const replacedByExtra = {
  externalId: externalId(),
  metadata: metadata(),
  webhook: jsonb('webhook'),
  interaction: jsonb('interaction'),
  components: jsonb('components'),
};

/**
 * `seq` is the order within the channel: the `seq` of the message's `message.created` event. History, threads and
 * cursors follow it, so that a page depends neither on clocks nor on which node made the id.
 * A deleted message keeps its row, with empty content, because its replies belong to other people.
 * The one event that has the message's text is at `updated_seq`, or at `seq` for a message that was never edited.
 *
 * Each message is in one of three indexes below: the channel's, the thread's or that of deleted messages. There are
 * no foreign keys: every post checks under the lock of the channel's log that channel, author and root exist. Keys would
 * check again and lock those rows, for a fifth of what a post costs Postgres (docs/decisions.md).
 */
export const messages = pgTable(
  'messages',
  {
    id: id('id').primaryKey(),
    channelId: id('channel_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    userId: id('user_id').notNull(),
    threadId: id('thread_id'),
    content: text('content').notNull(),
    edited: boolean('edited').notNull().default(false),
    replyCount: integer('reply_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
    /** The `seq` of the message's last `message.updated`. */
    updatedSeq: bigint('updated_seq', { mode: 'number' }),
    /** True while a deleted message has events of reactions that are not superseded yet, else null. */
    clearing: boolean('clearing'),
    /** Whom the content mentions (`Mentions` of the record); null for nobody. */
    mentions: jsonb('mentions').$type<StoredMentions>(),
    /** Both null where it is not pinned. What is pinned is also in `message_pins`. */
    pinnedAt: instant('pinned_at'),
    pinnedBy: id('pinned_by'),
    /** The fields of `Extra` of the record that are not empty, and `alsoInThread` of a row of `channel_replies`; null for none. */
    extra: jsonb('extra').$type<Readonly<Record<string, unknown>>>(),
    ...replacedByExtra,
  },
  (t) => [
    // The author comes last, so that unread messages are counted from the index alone (docs/notifications.md).
    index('messages_history_idx')
      .on(t.channelId, t.seq, t.userId)
      .where(sql`${t.threadId} is null and ${t.deletedAt} is null`),
    index('messages_thread_idx')
      .on(t.threadId, t.seq)
      .where(sql`${t.threadId} is not null and ${t.deletedAt} is null`),
    index('messages_clearing_idx').on(t.id).where(sql`${t.clearing}`),
    index('messages_buried_idx').on(t.channelId).where(sql`${t.deletedAt} is not null`),
    check(
      'messages_content_length',
      sql`char_length(${t.content}) <= ${sql.raw(String(CONTENT_CHARACTERS_MAX))}`,
    ),
    check('messages_reply_count', sql`${t.replyCount} >= 0`),
    check('messages_thread_is_one_deep', sql`${t.threadId} is null or ${t.replyCount} = 0`),
  ],
);

export const reactions = pgTable(
  'reactions',
  {
    messageId: id('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    emoji: text('emoji').notNull(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.emoji, t.userId] }),
    check('reactions_emoji_length', sql`char_length(${t.emoji}) between 1 and 69`),
  ],
);

/**
 * The messages that another system has given an id. A table of its own: an index on `messages` would lock it for as long
 * as it is built.
 */
export const messageExternalIds = pgTable(
  'message_external_ids',
  {
    channelId: id('channel_id').notNull(),
    externalId: text('external_id').notNull(),
    messageId: id('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.externalId] })],
);

/**
 * The pinned messages of each channel, which are few. A table of its own, as an index on `messages` would lock it for
 * as long as it is built.
 */
export const messagePins = pgTable(
  'message_pins',
  {
    messageId: id('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    channelId: id('channel_id').notNull(),
    /** The position of `message.pinned`, which is the order of the list. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
  },
  (t) => [index('message_pins_channel_idx').on(t.channelId, t.seq)],
);

/**
 * The replies that are in the list of their channel as well. For everything that counts and lists channels they are messages of the
 * channel: their `thread_id` is null, and only the thread finds them here. A table of its own, as an index on `messages` would
 * lock it for as long as it is built.
 */
export const channelReplies = pgTable(
  'channel_replies',
  {
    messageId: id('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    /** The first message of the thread. */
    rootId: id('root_id').notNull(),
    /** Of the message. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
  },
  (t) => [index('channel_replies_root_idx').on(t.rootId, t.seq)],
);

/**
 * Uploaded first (`message_id` null), then claimed by the message that names it. `scheduled_id` is the scheduled message that
 * keeps an upload until then; it is no foreign key, which would take an index of its own.
 */
export const attachments = pgTable(
  'attachments',
  {
    id: id('id').primaryKey(),
    channelId: id('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    uploaderId: id('uploader_id')
      .notNull()
      .references(() => users.id),
    messageId: id('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    scheduledId: id('scheduled_id'),
    position: integer('position').notNull().default(0),
    filename: text('filename').notNull(),
    mimeType: text('mime_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    width: integer('width'),
    height: integer('height'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('attachments_message_idx').on(t.messageId, t.position),
    index('attachments_channel_idx').on(t.channelId),
    index('attachments_unclaimed_idx').on(t.createdAt).where(sql`${t.messageId} is null`),
    check('attachments_filename_length', sql`char_length(${t.filename}) between 1 and 255`),
    check('attachments_size', sql`${t.sizeBytes} between 0 and 26214400`),
  ],
);
