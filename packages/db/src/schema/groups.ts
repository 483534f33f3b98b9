import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { servers } from './servers.js';
import { users } from './users.js';

export const channelGroups = pgTable(
  'channel_groups',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('channel_groups_server_idx').on(t.serverId, t.id),
    check('channel_groups_name_length', sql`char_length(${t.name}) between 1 and 64`),
  ],
);
