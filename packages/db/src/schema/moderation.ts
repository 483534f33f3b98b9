import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { servers } from './servers.js';
import { users } from './users.js';

/**
 * Who may not write in a server for a while. It outlives the membership, so that nobody leaves and comes back to end it;
 * `server_members.timed_out_until` is its copy for what every write reads.
 */
export const serverTimeouts = pgTable(
  'server_timeouts',
  {
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    until: instant('until').notNull(),
    reason: text('reason'),
    timedOutBy: id('timed_out_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.serverId, t.userId] }),
    index('server_timeouts_server_idx').on(t.serverId, t.createdAt, t.userId),
    index('server_timeouts_user_idx').on(t.userId),
    check('server_timeouts_reason_length', sql`char_length(${t.reason}) between 1 and 512`),
  ],
);

/**
 * What those with a role have done in a server (docs/reference.md, The audit log). A trigger refuses every UPDATE and
 * TRUNCATE, and every DELETE while the server has its row. There are no foreign keys, so that a row outlives what it names.
 */
export const serverActs = pgTable(
  'server_acts',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null for an admin of the service. */
    actorId: id('actor_id'),
    actorName: text('actor_name').notNull(),
    act: text('act').notNull(),
    targetId: id('target_id').notNull(),
    /** Null for a private channel, of which those who read this may not know. */
    targetName: text('target_name'),
    details: jsonb('details').notNull(),
  },
  (t) => [
    index('server_acts_server_idx').on(t.serverId, t.id),
    index('server_acts_target_idx').on(t.serverId, t.targetId, t.id),
    index('server_acts_actor_idx').on(t.serverId, t.actorId, t.id),
    check('server_acts_details_is_object', sql`jsonb_typeof(${t.details}) = 'object'`),
  ],
);

export const reportState = pgEnum('report_state', ['open', 'settled', 'dismissed']);

/**
 * What members have told the moderators of a server about a message; it has no content of the message, which may be
 * deleted.
 */
export const messageReports = pgTable(
  'message_reports',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    channelId: id('channel_id').notNull(),
    messageId: id('message_id').notNull(),
    authorId: id('author_id').notNull(),
    reporterId: id('reporter_id').notNull(),
    reason: text('reason').notNull(),
    state: reportState('state').notNull().default('open'),
    createdAt: instant('created_at').notNull(),
    closedBy: id('closed_by'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('message_reports_open_key').on(t.reporterId, t.messageId).where(sql`${t.state} = 'open'`),
    index('message_reports_queue_idx').on(t.serverId, t.state, t.id),
    index('message_reports_reporter_idx').on(t.reporterId, t.serverId, t.id),
    check('message_reports_reason_length', sql`char_length(${t.reason}) between 1 and 512`),
  ],
);

/**
 * Whose recent messages are to be deleted from the channels of a server that the actor sees, in the background. The log of each
 * channel is read up to `seq` of `channelId`; null where that channel and those with lower ids are done.
 */
export const messageRemovals = pgTable(
  'message_removals',
  {
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    actorId: id('actor_id')
      .notNull()
      .references(() => users.id),
    since: instant('since').notNull(),
    until: instant('until').notNull(),
    channelId: id('channel_id').notNull(),
    seq: bigint('seq', { mode: 'number' }),
    removed: bigint('removed', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.serverId, t.userId] }),
    check('message_removals_span', sql`${t.since} <= ${t.until}`),
  ],
);
