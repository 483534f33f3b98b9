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
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { externalId, id, instant, metadata } from './columns.js';
import { channelGroups } from './groups.js';
import { notificationLevel } from './notification-level.js';
import { serverRole, servers } from './servers.js';
import { users } from './users.js';

/** What a role may or may not do in a channel, other than in its server. */
export interface ChannelOverride {
  readonly role: 'member' | 'moderator' | 'bot';
  readonly allow: boolean;
  readonly permission: 'read' | 'post' | 'react' | 'mentionAll' | 'manageMessages' | 'manageChannel';
}

/** A channel of a server, or a direct-message channel (`server_id` null, `dm_key` set). */
export const channels = pgTable(
  'channels',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id').references(() => servers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    topic: text('topic'),
    isDm: boolean('is_dm').notNull().default(false),
    isPrivate: boolean('is_private').notNull().default(false),
    archived: boolean('archived').notNull().default(false),
    createdBy: id('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    position: integer('position').notNull().default(0),
    memberCount: integer('member_count').notNull().default(0),
    /** Whoever joins the server joins this channel too. */
    joinedByDefault: boolean('joined_by_default').notNull().default(false),
    /** Whether its members see each other's read positions, while it has few of them (docs/notifications.md, Receipts). */
    readReceipts: boolean('read_receipts').notNull().default(false),
    /** The lowest role that posts. */
    postingRole: serverRole('posting_role').notNull().default('member'),
    /** How long a member waits between two posts; 0 for no slow mode. */
    slowModeSeconds: integer('slow_mode_seconds').notNull().default(0),
    /** The level of those who have set none; null for the rule of servers. */
    defaultNotificationLevel: notificationLevel('default_notification_level'),
    /** Their keys are in the order of `jsonb`. */
    permissionOverrides: jsonb('permission_overrides').$type<ChannelOverride[]>().notNull().default([]),
    /** Messages that are older are deleted; 0 for none, null for what the server says. */
    retentionDays: integer('retention_days'),
    /** When that was last changed: it counts a day later. */
    retentionSetAt: instant('retention_set_at'),
    groupId: id('group_id').references(() => channelGroups.id, { onDelete: 'set null' }),
    /** The sorted member ids of a direct message: the same people always have the same channel. */
    dmKey: text('dm_key'),
    /** Hidden from this instant on; its rows in other tables are removed later, in small batches. */
    deletedAt: instant('deleted_at'),
    externalId: externalId(),
    metadata: metadata(),
  },
  (t) => [
    uniqueIndex('channels_external_id_key')
      .on(t.externalId)
      .where(sql`${t.externalId} is not null and ${t.deletedAt} is null`),
    // Only among what every member of the server sees: a name that is refused must not tell of another channel.
    uniqueIndex('channels_public_name_key')
      .on(t.serverId, t.name)
      .where(
        sql`${t.deletedAt} is null and not ${t.isPrivate} and not ${t.permissionOverrides} @> '[{"allow":false,"permission":"read"}]'`,
      ),
    index('channels_joined_by_default_idx').on(t.serverId, t.id).where(sql`${t.joinedByDefault}`),
    uniqueIndex('channels_dm_key').on(t.dmKey),
    index('channels_server_idx').on(t.serverId, t.id),
    index('channels_group_idx').on(t.groupId),
    index('channels_dm_creator_idx').on(t.createdBy).where(sql`${t.isDm}`),
    index('channels_deleted_idx').on(t.id).where(sql`${t.deletedAt} is not null`),
    check('channels_name_length', sql`${t.isDm} or char_length(${t.name}) between 2 and 32`),
    check('channels_name_lowercase', sql`${t.name} = lower(${t.name})`),
    check('channels_display_name_length', sql`char_length(${t.displayName}) between 1 and 100`),
    check('channels_topic_length', sql`char_length(${t.topic}) <= 1024`),
    check('channels_joined_by_default_public', sql`not (${t.joinedByDefault} and ${t.isPrivate})`),
    check('channels_slow_mode', sql`${t.slowModeSeconds} between 0 and 21600`),
    check('channels_retention_days', sql`${t.retentionDays} between 0 and 3650`),
    check('channels_member_count', sql`${t.memberCount} >= 0`),
    check(
      'channels_dm_shape',
      sql`${t.isDm} = (${t.serverId} is null) and ${t.isDm} = (${t.dmKey} is not null) and (not ${t.isDm} or ${t.isPrivate})`,
    ),
  ],
);

export const channelMembers = pgTable(
  'channel_members',
  {
    channelId: id('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    joinedAt: instant('joined_at').notNull(),
    /**
     * Up to which `seq` of the channel its member has read, as they have said; who joins begins at the end. What they have
     * posted since moves the position as well, and is not stored (docs/notifications.md). No index has it, so that a change
     * touches the row alone.
     */
    readSeq: bigint('read_seq', { mode: 'number' }).notNull().default(0),
    /** The message that the position was set to; null for who has not set it since joining. */
    readMessageId: id('read_message_id'),
    /** Where the channel's log ended when the member set the position back: their posts up to there do not move it. */
    setBackSeq: bigint('set_back_seq', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.userId] }),
    index('channel_members_user_idx').on(t.userId, t.channelId),
  ],
);

/**
 * When a member last posted in a channel with slow mode. A row of its own, so that leaving the channel does not shorten the
 * wait; clean-up removes it after the longest one.
 */
export const slowModePosts = pgTable(
  'slow_mode_posts',
  {
    channelId: id('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    postedAt: instant('posted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.userId] })],
);
