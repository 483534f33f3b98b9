import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { channels } from './channels.js';
import { id } from './columns.js';
import { users } from './users.js';

/** The channels that people have marked for themselves, in their own order. */
export const favorites = pgTable(
  'favorites',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    channelId: id('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.channelId] }),
    index('favorites_channel_idx').on(t.channelId, t.userId),
  ],
);
