import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { servers } from './servers.js';
import { users } from './users.js';

/** Groups of people of a server, mentioned by their handles. */
export const userGroups = pgTable(
  'user_groups',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    handle: text('handle').notNull(),
    name: text('name').notNull(),
    createdBy: id('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    memberCount: integer('member_count').notNull().default(0),
  },
  (t) => [
    uniqueIndex('user_groups_handle_key').on(t.serverId, sql`lower(${t.handle})`),
    index('user_groups_server_idx').on(t.serverId, t.id),
    check('user_groups_handle_length', sql`char_length(${t.handle}) between 2 and 32`),
    check('user_groups_name_length', sql`char_length(${t.name}) between 1 and 64`),
    check('user_groups_member_count', sql`${t.memberCount} >= 0`),
  ],
);

export const userGroupMembers = pgTable(
  'user_group_members',
  {
    groupId: id('group_id')
      .notNull()
      .references(() => userGroups.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.userId] }),
    index('user_group_members_user_idx').on(t.userId, t.groupId),
  ],
);
