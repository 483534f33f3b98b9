import { sql } from 'drizzle-orm';
import { check, index, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { externalId, id, instant, metadata } from './columns.js';
import { users } from './users.js';

export const serverRole = pgEnum('server_role', ['owner', 'admin', 'moderator', 'member']);

export const editHistory = pgEnum('edit_history', ['moderators', 'everyone', 'nobody']);

export const servers = pgTable(
  'servers',
  {
    id: id('id').primaryKey(),
    name: text('name').notNull(),
    iconPath: text('icon_path'),
    ownerId: id('owner_id')
      .notNull()
      .references(() => users.id),
    memberCount: integer('member_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** Hidden from this instant on; its rows in other tables are removed later, in small batches. */
    deletedAt: instant('deleted_at'),
    /** Messages that are older are deleted; null for none. */
    retentionDays: integer('retention_days'),
    /** When that was last changed: it counts a day later. */
    retentionSetAt: instant('retention_set_at'),
    /** Who reads the earlier texts of edited messages. */
    editHistory: editHistory('edit_history').notNull().default('moderators'),
    externalId: externalId(),
    metadata: metadata(),
  },
  (t) => [
    uniqueIndex('servers_external_id_key')
      .on(t.externalId)
      .where(sql`${t.externalId} is not null and ${t.deletedAt} is null`),
    index('servers_owner_idx').on(t.ownerId),
    index('servers_icon_idx').on(t.iconPath).where(sql`${t.iconPath} is not null`),
    index('servers_deleted_idx').on(t.id).where(sql`${t.deletedAt} is not null`),
    check('servers_name_length', sql`char_length(${t.name}) between 1 and 100`),
    check('servers_member_count', sql`${t.memberCount} >= 0`),
    check('servers_retention_days', sql`${t.retentionDays} between 1 and 3650`),
  ],
);

export const serverMembers = pgTable(
  'server_members',
  {
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    role: serverRole('role').notNull(),
    joinedAt: instant('joined_at').notNull(),
    /**
     * Until when the member, or the owner of this bot, may not write; what is past is over. A copy from
     * `server_timeouts`.
     */
    timedOutUntil: instant('timed_out_until'),
  },
  (t) => [
    primaryKey({ columns: [t.serverId, t.userId] }),
    index('server_members_user_idx').on(t.userId, t.serverId),
  ],
);

export const invites = pgTable(
  'invites',
  {
    code: text('code').primaryKey(),
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    createdBy: id('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
  },
  (t) => [
    index('invites_server_idx').on(t.serverId, t.createdAt, t.code),
    check('invites_uses', sql`${t.uses} >= 0 and (${t.maxUses} is null or ${t.uses} <= ${t.maxUses})`),
  ],
);

/** Who may not come into a server, whether they have been in it or not. */
export const serverBans = pgTable(
  'server_bans',
  {
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason'),
    bannedBy: id('banned_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** Null for a ban without an end. It is over by the clock of the database. */
    expiresAt: instant('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.serverId, t.userId] }),
    index('server_bans_server_idx').on(t.serverId, t.createdAt, t.userId),
    index('server_bans_user_idx').on(t.userId),
    check('server_bans_reason_length', sql`char_length(${t.reason}) between 1 and 512`),
  ],
);

/**
 * Work that is still to be done: a user has left a server, or is to leave it, and still has rows in `channel_members`. They
 * go in small transactions (docs/architecture.md, Background work).
 */
export const serverDepartures = pgTable(
  'server_departures',
  {
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.serverId, t.userId] })],
);
