import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgEnum, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { channels } from './channels.js';
import { id, instant } from './columns.js';

/**
 * What is erased: what the retention of a channel says, a channel, what somebody wrote in a server or anywhere, or an account
 * without its messages.
 */
export const erasureKind = pgEnum('erasure_kind', ['retention', 'channel', 'member', 'user', 'account']);

/**
 * Messages that are to be deleted in the background, and those that were: a row stays as what says that they are gone
 * (docs/retention.md), but for one of a retention. There are no foreign keys, so that a row outlives what it names.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: id('id').primaryKey(),
    kind: erasureKind('kind').notNull(),
    /** Null for a person's messages anywhere. */
    serverId: id('server_id'),
    /** The one channel; null for all that `kind` says. */
    channelId: id('channel_id'),
    /** The author; null for everybody. */
    userId: id('user_id'),
    /** Messages from before this instant; null for all of them. */
    before: instant('before'),
    /** Null for the service itself, and for the operator. */
    askedBy: id('asked_by'),
    createdAt: instant('created_at').notNull(),
    /** Null while there may be messages left. */
    endedAt: instant('ended_at'),
    /** Whether a restore has written it: then it is done before anybody is served. */
    restored: boolean('restored').notNull().default(false),
    removed: bigint('removed', { mode: 'number' }).notNull().default(0),
    /** The channel where it goes on. */
    atChannel: id('at_channel').notNull(),
    /** Messages of `at_channel` up to this position are done, with their replies; null where that channel is done. */
    atSeq: bigint('at_seq', { mode: 'number' }),
    /** The replies to deleted messages with ids up to this one are done; null while those that are not deleted are looked at. */
    atThread: id('at_thread'),
  },
  (t) => [
    uniqueIndex('erasures_retention_key').on(t.channelId).where(sql`${t.kind} = 'retention'`),
    index('erasures_open_idx').on(t.id).where(sql`${t.endedAt} is null`),
    index('erasures_server_idx').on(t.serverId, t.id),
    check('erasures_removed', sql`${t.removed} >= 0`),
  ],
);

/**
 * The deleted messages that had replies when they were deleted, which no index of `messages` finds. A trigger writes a row,
 * and an erasure that finds no reply left removes it.
 */
export const deletedRoots = pgTable(
  'deleted_roots',
  {
    channelId: id('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    threadId: id('thread_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.threadId] })],
);
