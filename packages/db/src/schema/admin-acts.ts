import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.js';

/**
 * What admins of this instance and its operator have done (docs/reference.md, Administration). A trigger refuses every
 * UPDATE, DELETE and TRUNCATE. There are no foreign keys, so that a row outlives what it names.
 */
export const adminActs = pgTable(
  'admin_acts',
  {
    id: id('id').primaryKey(),
    createdAt: instant('created_at').notNull(),
    /** The admin; null for the operator, who has no account. */
    actorId: id('actor_id'),
    /** The admin's username, or the name of the operator's system user, at that time. */
    actorName: text('actor_name').notNull(),
    act: text('act').notNull(),
    targetId: id('target_id').notNull(),
    /** The name of the user or the server at that time. */
    targetName: text('target_name').notNull(),
    /** An object without any secret. */
    details: jsonb('details').notNull(),
    requestId: text('request_id').notNull(),
  },
  (t) => [
    index('admin_acts_target_idx').on(t.targetId, t.id),
    index('admin_acts_actor_idx').on(t.actorId, t.id),
    check('admin_acts_details_is_object', sql`jsonb_typeof(${t.details}) = 'object'`),
  ],
);
