import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { servers } from './servers.js';
import { users } from './users.js';

/** The emoji that a server has made itself. The image is a file that has the id as its name. */
export const serverEmoji = pgTable(
  'server_emoji',
  {
    id: id('id').primaryKey(),
    serverId: id('server_id')
      .notNull()
      .references(() => servers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    animated: boolean('animated').notNull(),
    createdBy: id('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('server_emoji_name_key').on(t.serverId, t.name),
    check('server_emoji_name', sql`${t.name} ~ '^[a-z0-9_]{2,32}$'`),
  ],
);
