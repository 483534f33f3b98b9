import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';
import { users } from './users.js';

/** What has happened to the ways into an account (docs/identity.md, Security history). Its person alone reads it. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: id('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The client that did it: what it calls itself, where it was, and which thing it was about. */
    details: jsonb('details')
      .$type<{
        readonly userAgent: string | null;
        readonly network: string | null;
        readonly about: string | null;
      }>()
      .notNull(),
  },
  (t) => [
    index('security_events_user_idx').on(t.userId, t.id),
    index('security_events_created_idx').on(t.createdAt),
  ],
);
